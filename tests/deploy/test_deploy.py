"""deploy/ and compose.yaml agree with the service and with one another, and their own tools accept them.

`make test SUITE=deploy` installs the tools (the extra `deploy`) and runs the tests that need them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from benchmarks.limits.capacity import POD_CORES, count_pods
from service.http.problems import PROBLEMS
from service.sealed.shoe.tokens import generate_key
from service.settings import variable_names
from tests.http.spec import SPEC
from tests.peers import listen, port_of
from tests.tables import for_each
from tools.files import ROOT

BASE = ROOT / "deploy" / "kubernetes" / "base"
EXAMPLE = ROOT / "deploy" / "kubernetes" / "example"
COMPONENTS = ROOT / "deploy" / "kubernetes" / "components"
DOCUMENTS = sorted(set(BASE.glob("*.yaml")) - {BASE / "kustomization.yaml"})
DOCKERFILE = (ROOT / "Dockerfile").read_text()
NGINX = (ROOT / "deploy" / "nginx" / "nginx.conf").read_text()
POD_REPLICAS = (BASE / "replicas.conf").read_text()
TRIXIE = ROOT / "build" / "trixie" / "usr" / "bin"
GRACE = 30  # gunicorn's


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def list_variables(container: Mapping[str, Any]) -> dict[str, str]:
    """Return the environment of a container of a pod."""
    return {variable["name"]: variable["value"] for variable in container["env"]}


DEPLOYMENT = read(BASE / "deployment.yaml")
POD = DEPLOYMENT["spec"]["template"]["spec"]
(CONTAINER, SIDECAR) = POD["containers"]
ENVIRONMENT = list_variables(CONTAINER)
COMPOSE_FILE = ROOT / "compose.yaml"
STACK_FILE = ROOT / "deploy" / "swarm" / "stack.yaml"
COMPOSITIONS = (COMPOSE_FILE, STACK_FILE)
COMPOSE = read(COMPOSE_FILE)["services"]
STACK = read(STACK_FILE)["services"]
FIXED = {"HOST", "PORT", "TRUSTED_PROXIES", "SHOE_KEYS_FILE"}
"""The settings that compose.yaml and the stack set, because nginx needs their values. The shell sets the rest."""


def find_one(pattern: str, text: str) -> str:
    """Return the only match of a pattern, or its only group."""
    (match,) = re.findall(pattern, text, re.MULTILINE)
    return str(match)


IMAGE_PORT = find_one(r"^EXPOSE (\d+)", DOCKERFILE)


def test_gunicorn_has_the_timeout_and_the_settings_that_these_files_assume() -> None:
    config = (ROOT / "service" / "server" / "gunicorn.conf.py").read_text()
    assert f"graceful_timeout = {GRACE}\n" in config
    assert ENVIRONMENT.keys() <= set(variable_names())


def fill_settings(composition: str) -> str:
    """Return compose.yaml or the stack with the names of all settings."""
    names = "".join(f"  {name}:\n" for name in variable_names())
    settings = r"(?m)(?<=^x-settings: &settings\n)(?:  \w+:\n)+"
    text, count = re.subn(settings, names, composition)
    assert count == 1
    return text


@for_each("service", [COMPOSE["replica-1"], STACK["replica"]], ["compose", "stack"])
def test_compose_and_the_swarm_take_every_setting_from_the_shell_but_those_that_nginx_needs(
    service: Mapping[str, Any],
) -> None:
    environment = service["environment"]
    assert list(environment) == variable_names()
    set_here = {name for name, value in environment.items() if value is not None}
    assert set_here == FIXED
    assert environment["HOST"] == "0.0.0.0"
    assert str(environment["PORT"]) == IMAGE_PORT


ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yaml"
RULES = COMPONENTS / "prometheus" / "rules.yaml"


def fill_rules() -> str:
    """Return deploy/prometheus/alerts.yaml as a PrometheusRule."""
    _, groups = ALERTS.read_text().split("groups:\n")
    return (
        "# `make generate` writes this from deploy/prometheus/alerts.yaml.\n"
        "apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\n"
        "metadata:\n  name: shuffle-and-deal\n  labels:\n    app.kubernetes.io/name: shuffle-and-deal\n"
        "spec:\n  groups:\n" + re.sub("(?m)^(?=.)", "  ", groups)
    )


def test_kubernetes_has_the_rules_of_prometheus_whose_monitor_finds_the_pods() -> None:
    assert read(RULES)["spec"]["groups"] == read(ALERTS)["groups"]
    monitor = read(COMPONENTS / "prometheus" / "podmonitor.yaml")["spec"]
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    assert monitor["selector"]["matchLabels"] == labels
    jobs = re.findall(r'up\{job="([^"]+)"', ALERTS.read_text())
    assert set(jobs) == {labels[monitor["jobLabel"]]}
    (endpoint,) = monitor["podMetricsEndpoints"]
    assert endpoint["port"] in PORTS
    assert f"location = {endpoint['path']} {{" in POD_REPLICAS


PORTS = {port["name"]: port["containerPort"] for port in SIDECAR["ports"]}


def test_kubernetes_probes_nginx_at_paths_and_ports_that_exist() -> None:
    assert SIDECAR["startupProbe"]["httpGet"] == {"path": "/readyz", "port": "http"}
    assert SIDECAR["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "http"}
    liveness = SIDECAR["livenessProbe"]["httpGet"]
    assert liveness == {"path": "/nginx/livez", "port": "http"}
    assert "/readyz" in SPEC["paths"]
    assert "location = /nginx/livez {" in NGINX
    assert f"listen {PORTS['http']};" in NGINX
    (service,) = read(BASE / "service.yaml")["spec"]["ports"]
    (rule,) = read(BASE / "network.yaml")["spec"]["ingress"]
    assert service["targetPort"] == "http"
    assert rule["ports"] == [{"port": "http"}, {"port": "metrics"}]
    assert list(PORTS) == ["http", "metrics"]


def test_in_a_pod_only_nginx_reaches_gunicorn_and_only_prometheus_the_metrics() -> None:
    assert "ports" not in CONTAINER
    assert ENVIRONMENT["HOST"] == "127.0.0.1"
    assert ENVIRONMENT["PORT"] == IMAGE_PORT
    assert f"server 127.0.0.1:{IMAGE_PORT} " in POD_REPLICAS
    assert f"listen {PORTS['metrics']};\n" in POD_REPLICAS
    annotations = DEPLOYMENT["spec"]["template"]["metadata"]["annotations"]
    assert int(annotations["prometheus.io/port"]) == PORTS["metrics"]
    assert f"location = {annotations['prometheus.io/path']} {{" in POD_REPLICAS


@for_each(
    "command",
    [
        CONTAINER["livenessProbe"]["exec"]["command"],
        STACK["replica"]["healthcheck"]["test"][1:],
        json.loads(find_one(r"^HEALTHCHECK (?:.*\\\n)+ +CMD (\[.*\])$", DOCKERFILE)),
    ],
)
def test_the_liveness_of_the_service_is_a_connection_to_its_port(
    command: list[str],
) -> None:
    with listen() as server:
        port = port_of(server)
        assert run_probe(command, port) == 0
    assert run_probe(command, port) == 1


def run_probe(command: list[str], port: int) -> int:
    """Run a probe with this Python and another port, and return its exit code.

    The probe of the image takes its port from PORT, or else has that of the others.
    """
    python, *options, script = command
    assert python == "python"
    assert "8000" in script
    probe = [sys.executable, *options, script.replace("8000", str(port))]
    env = os.environ | {"PORT": ""}
    return subprocess.run(
        probe, env=env, stderr=subprocess.DEVNULL, check=False
    ).returncode


def test_wherever_nginx_is_in_front_the_service_trusts_one_proxy() -> None:
    """Without trust, all clients behind nginx share one address, and so one rate limit."""
    in_stack = STACK["replica"]["environment"]
    in_compose = COMPOSE["replica-1"]["environment"]
    for environment in (ENVIRONMENT, in_stack, in_compose):
        assert str(environment["TRUSTED_PROXIES"]) == "1"


def test_the_problems_of_nginx_are_of_the_types_of_the_service() -> None:
    own = re.findall(
        r'(\d{3}|default) \'"type":"/v1/problems/([a-z-]+)","title":"([^"]+)","status":\$status,',
        NGINX,
    )
    assert len(own) == 10
    assert NGINX.count('"type":') == 10
    for status, name, title in own:
        assert PROBLEMS[name].title == title
        assert status in {"default", "501", str(PROBLEMS[name].status)}


def test_what_nginx_may_hold_at_a_time_fits_into_its_memory() -> None:
    """Add up bodies, responses in /tmp, connections with half a head, and connections that read no response."""

    def find_number(pattern: str) -> int:
        return int(find_one(pattern, NGINX))

    assert "client_max_body_size 1m;" in NGINX
    assert "client_body_buffer_size 1m;" in NGINX
    bodies = find_number(r"limit_conn large_bodies (\d+);")
    requests = find_number(r"limit_conn requests (\d+);")
    assert "limit_conn requests_of_address " in NGINX
    processes = find_number(r"worker_processes (\d+);")
    connections = find_number(r"worker_connections (\d+);")
    tmp = int(find_one(r"size=(\d+)m", COMPOSE["nginx"]["tmpfs"][0]))
    half_heads = processes * connections - requests
    of_connections = (half_heads * 32 + requests * 160) / 2**10
    assert bodies + tmp + of_connections < 2**10
    assert COMPOSE["nginx"]["mem_limit"] == "1g"
    assert STACK["nginx"]["deploy"]["resources"]["limits"]["memory"] == "1G"
    assert SIDECAR["resources"]["limits"]["memory"] == "1Gi"
    assert find_number(r"limit_conn large_bodies_of_address (\d+);") <= bodies // 8


def test_kubernetes_runs_the_image_hardened_as_tested_and_stops_it_in_order() -> None:
    identity = find_one(r"^USER (\S+)", DOCKERFILE)
    pod = POD["securityContext"]
    assert f"{pod['runAsUser']}:{pod['runAsGroup']}" == identity
    assert pod["runAsNonRoot"] is True
    assert POD["automountServiceAccountToken"] is False
    for container in (CONTAINER, SIDECAR):
        own = container["securityContext"]
        assert own["readOnlyRootFilesystem"] is True
        assert own["allowPrivilegeEscalation"] is False
        assert own["capabilities"] == {"drop": ["ALL"]}
    assert CONTAINER["resources"]["limits"]["memory"] == "256Mi"

    def find_delay(container: Mapping[str, Any]) -> int:
        _, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
        return int(seconds)

    # It leaves time for requests in progress, and stops nginx first.
    end = POD["terminationGracePeriodSeconds"] - GRACE
    assert find_delay(SIDECAR) < find_delay(CONTAINER) < end


def test_the_documents_of_kubernetes_refer_to_one_another() -> None:
    kustomization = read(BASE / "kustomization.yaml")
    documents = [read(path) for path in DOCUMENTS]
    nginx, *names = kustomization["resources"]
    assert names == [path.name for path in DOCUMENTS]
    (of_nginx,) = read(BASE / nginx / "kustomization.yaml")["configMapGenerator"]
    (of_pod,) = kustomization["configMapGenerator"]
    (volume,) = (volume for volume in POD["volumes"] if "projected" in volume)
    first, second = volume["projected"]["sources"]
    assert first["configMap"]["name"] == of_nginx["name"]
    assert second["configMap"]["name"] == of_pod["name"]
    assert of_nginx["files"] == ["nginx.conf"]
    assert of_pod["files"] == ["replicas.conf"]
    mount = {"name": volume["name"], "mountPath": "/etc/nginx", "readOnly": True}
    assert mount in SIDECAR["volumeMounts"]
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    for document in documents:
        assert document["metadata"]["name"] == "shuffle-and-deal"
        for selected in selectors(document.get("spec", {})):
            assert selected == labels, document["kind"]
    scaled = read(BASE / "scaling.yaml")["spec"]["scaleTargetRef"]
    assert scaled["kind"] == "Deployment"
    assert scaled["name"] == DEPLOYMENT["metadata"]["name"]
    account = read(BASE / "serviceaccount.yaml")
    assert POD["serviceAccountName"] == account["metadata"]["name"]


def selectors(spec: Any) -> Iterator[dict[str, str]]:
    """Yield the labels of each selector of pods in a document."""
    for key, value in spec.items():
        if key in {"selector", "podSelector", "labelSelector"}:
            yield value.get("matchLabels", value)
        elif isinstance(value, dict):
            yield from selectors(value)
        elif isinstance(value, list):
            for item in value:
                yield from selectors(item) if isinstance(item, dict) else ()


def select_files(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that name files."""
    return {
        name: value for name, value in environment.items() if name.endswith("_FILE")
    }


def test_the_example_gives_the_base_its_image_and_a_secret_that_git_ignores() -> None:
    example = read(EXAMPLE / "kustomization.yaml")
    namespace, base = (EXAMPLE / resource for resource in example["resources"])
    document = read(namespace)
    assert document["kind"] == "Namespace"
    assert document["metadata"]["name"] == example["namespace"]
    assert base.resolve() == BASE
    (image,) = example["images"]
    assert image["name"] == CONTAINER["image"]
    (secret,) = example["secretGenerator"]
    (volume,) = (volume for volume in POD["volumes"] if "secret" in volume)
    assert volume["secret"] == {"secretName": secret["name"]}
    mounts = {mount["name"]: mount for mount in CONTAINER["volumeMounts"]}
    mount = mounts[volume["name"]]
    assert mount["readOnly"] is True
    folder = mount["mountPath"]
    files = {f"{name}_FILE": f"{folder}/{name}" for name in secret["files"]}
    assert select_files(ENVIRONMENT) == files
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {*secret["files"], "SIGNING_KEYS", "VRF_KEYS"} <= set(ignored)


def test_the_ingress_retries_as_nginx_does_and_leads_to_the_service() -> None:
    ingress = read(COMPONENTS / "ingress" / "ingress.yaml")
    annotations = ingress["metadata"]["annotations"]
    prefix = "nginx.ingress.kubernetes.io/proxy-next-upstream"
    directives = re.findall(r"proxy_(next_upstream\w*) (.*?)s?;", NGINX)
    of_nginx = {
        f"nginx.ingress.kubernetes.io/proxy-{name.replace('_', '-')}": value
        for name, value in directives
    }
    of_ingress = {
        name: value for name, value in annotations.items() if name.startswith(prefix)
    }
    assert of_ingress == of_nginx
    service = read(BASE / "service.yaml")
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    backend = path["backend"]["service"]
    assert backend["name"] == service["metadata"]["name"]
    assert backend["port"]["name"] == service["spec"]["ports"][0]["name"]


def test_no_deployment_has_a_key_in_its_environment() -> None:
    services = (COMPOSE["replica-1"], STACK["replica"])
    for environment in (ENVIRONMENT, *(service["environment"] for service in services)):
        names = {name for name, value in environment.items() if value}
        assert {name for name in names if "KEYS" in name} == {"SHOE_KEYS_FILE"}
    for service in services:
        (secret,) = service["secrets"]
        assert service["environment"]["SHOE_KEYS_FILE"] == f"/run/secrets/{secret}"


def test_the_image_has_the_name_it_is_built_with_and_runs_in_the_swarm_as_is() -> None:
    name = find_one(
        r"^name=(\S+)$", (ROOT / "deploy" / "container" / "build.sh").read_text()
    )
    assert CONTAINER["image"] == name
    for service in (STACK["replica"], COMPOSE["replica-1"]):
        assert service["image"] == f"${{IMAGE:-{name}:latest}}"
    assert "command" not in STACK["replica"]
    assert "entrypoint" not in STACK["replica"]
    replicas = (ROOT / "deploy" / "swarm" / "replicas.conf").read_text()
    assert f"replica:{IMAGE_PORT};" in replicas
    _, _, port = COMPOSE["nginx"]["ports"][0].rpartition(":")
    assert f"listen {port};" in NGINX
    assert f"listen {STACK['nginx']['ports'][0]['target']};" in NGINX


def test_compose_has_the_replicas_that_nginx_knows() -> None:
    replicas = (ROOT / "deploy" / "nginx" / "replicas.conf").read_text()
    addresses = dict(host.split(":") for host in COMPOSE["nginx"]["extra_hosts"])
    assert list(addresses) == [name for name in COMPOSE if name != "nginx"]
    servers = [f"{name}:{IMAGE_PORT}" for name in addresses]
    assert re.findall(r"server (\S+:\d+) ", replicas) == servers
    for name, address in addresses.items():
        assert COMPOSE[name]["networks"]["replicas"]["ipv4_address"] == address
        mac_address = "02:42:{:02x}:{:02x}:{:02x}:{:02x}".format(
            *map(int, address.split("."))
        )
        assert COMPOSE[name]["mac_address"] == mac_address
    text = COMPOSE_FILE.read_text().replace("0.0.0.0", "")
    _, _, services = text.partition("\nx-settings:")
    assert not re.search(r"\d+\.\d+\.\d+\.\d+", services), "addresses in one place"


def assert_hardened(service: Mapping[str, Any]) -> None:
    """Fail unless a container writes nowhere, has no rights, and is left time to end."""
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    if service["image"].startswith("${IMAGE"):
        assert int(service["stop_grace_period"].removesuffix("s")) > GRACE


@for_each("service", COMPOSE.values(), ids=COMPOSE)
def test_every_container_is_hardened(service: Mapping[str, Any]) -> None:
    assert_hardened(service)
    assert {"mem_limit", "pids_limit"} <= service.keys()


@for_each("service", STACK.values(), ids=STACK)
def test_every_container_of_the_swarm_is_hardened(service: Mapping[str, Any]) -> None:
    assert_hardened(service)
    assert {"memory", "pids"} <= service["deploy"]["resources"]["limits"].keys()


def tool(name: str | Path, *arguments: str | Path, **environment: str) -> str:
    """Run a tool of this environment or at a path; return its output. It must find nothing wrong."""
    command = [Path(sys.executable).parent / name, *arguments]
    env = os.environ | environment
    process = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout + process.stderr


@pytest.mark.deploy
def test_documents_of_kubernetes_are_valid_and_a_field_that_it_does_not_know_would_be_found(
    tmp_path: Path,
) -> None:
    output = tool("kubernetes-validate", "--strict", *DOCUMENTS)
    assert output.count(" passed for resource ") == len(DOCUMENTS)
    wrong = tmp_path / "deployment.yaml"
    valid = (BASE / "deployment.yaml").read_text()
    wrong.write_text(valid.replace("periodSeconds: 1\n", "periodsSeconds: 1\n"))
    with pytest.raises(AssertionError, match="periodsSeconds"):
        tool("kubernetes-validate", "--strict", wrong)


def uncomment(kustomization: str, name: str) -> str:
    """Return the example with a member that is in a comment there."""
    (comment,) = re.findall(rf"(?m)^# {name}:\n(?:# .*\n)+", kustomization)
    return kustomization.replace(comment, re.sub("(?m)^# ", "", comment))


def add_signing_keys(kustomization: str) -> str:
    with_patches = uncomment(kustomization, "patches")
    return with_patches.replace(
        "files: [SHOE_KEYS]", "files: [SHOE_KEYS, SIGNING_KEYS]"
    )


def add_components(kustomization: str) -> str:
    return uncomment(kustomization, "components")


OPERATOR = "monitoring.coreos.com/"
"""Kinds of the Prometheus operator, which kubernetes-validate does not know."""


class Example(NamedTuple):
    """A change of the example, and what it deploys then."""

    change: Callable[[str], str] = str
    keys: Sequence[str] = ["SHOE_KEYS"]
    environment: Mapping[str, str] = {"TRUSTED_PROXIES": "1"}
    kinds_of_operator: Sequence[str] = []
    ports: Sequence[int] = []
    """The ports of others to which its pods may connect."""


EXAMPLES = {
    "as it stands": Example(),
    "with signing keys": Example(add_signing_keys, keys=["SHOE_KEYS", "SIGNING_KEYS"]),
    "with every component": Example(
        add_components,
        environment={
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://opentelemetry-collector.observability:4318",
            "RATE_LIMIT": "100/second",
            "RATE_LIMIT_STORAGE": "redis://redis:6379",
            "TRACES": "true",
            "TRUSTED_PROXIES": "2",
        },
        kinds_of_operator=["PodMonitor", "PrometheusRule"],
        ports=[53, 4318, 6379],
    ),
}


def build_example(folder: Path, example: Example) -> list[Any]:
    """Return the documents that kustomize builds of a copy of the example that has been changed."""
    shutil.copytree(ROOT / "deploy", folder / "deploy")
    path = folder / "deploy" / "kubernetes" / "example"
    kustomization = path / "kustomization.yaml"
    kustomization.write_text(example.change(kustomization.read_text()))
    for name in example.keys:
        (path / name).write_text(generate_key())
    return list(yaml.safe_load_all(tool(TRIXIE / "kubectl", "kustomize", path)))


class Built(NamedTuple):
    """The documents that kustomize builds of an example."""

    example: Example
    documents: list[Any]

    def select(self, kind: str) -> list[Any]:
        """Return the documents of a kind."""
        return [document for document in self.documents if document["kind"] == kind]

    @property
    def deployment(self) -> Any:
        (deployment,) = self.select("Deployment")
        return deployment


@pytest.fixture(scope="module", params=EXAMPLES)
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Built:
    """Return each example as kustomize builds it."""
    example = EXAMPLES[request.param]
    return Built(example, build_example(tmp_path_factory.mktemp("built"), example))


def is_of_operator(document: Any) -> bool:
    return bool(document["apiVersion"].startswith(OPERATOR))


@pytest.mark.deploy
def test_every_document_of_an_example_is_valid(built: Built, tmp_path: Path) -> None:
    known = [document for document in built.documents if not is_of_operator(document)]
    (tmp_path / "known.yaml").write_text(yaml.safe_dump_all(known))
    output = tool("kubernetes-validate", "--strict", tmp_path / "known.yaml")
    assert output.count(" passed for resource ") == len(known)


@pytest.mark.deploy
def test_an_example_has_the_documents_of_the_operator_that_it_names(
    built: Built,
) -> None:
    kinds = {
        document["kind"] for document in built.documents if is_of_operator(document)
    }
    assert kinds == set(built.example.kinds_of_operator)


@pytest.mark.deploy
def test_the_deployment_of_an_example_names_its_configurations_as_they_are_built(
    built: Built,
) -> None:
    names = {config["metadata"]["name"] for config in built.select("ConfigMap")}
    assert len(names) == 2
    text = yaml.safe_dump(built.deployment)
    assert [name for name in names if name not in text] == []


@pytest.mark.deploy
def test_the_service_of_an_example_has_its_keys_and_settings_and_no_others(
    built: Built,
) -> None:
    example = built.example
    (secret,) = built.select("Secret")
    assert list(secret["data"]) == example.keys
    (service, _) = built.deployment["spec"]["template"]["spec"]["containers"]
    variables = list_variables(service)
    files = {f"{key}_FILE": f"/run/keys/{key}" for key in example.keys}
    assert select_files(variables) == files
    assert example.environment.items() <= variables.items()
    own = {"HOST", "PORT", "WEB_CONCURRENCY"}
    assert variables.keys() == example.environment.keys() | files.keys() | own


@pytest.mark.deploy
def test_the_network_of_an_example_is_open_at_the_ports_that_it_names(
    built: Built,
) -> None:
    policies = [policy["spec"] for policy in built.select("NetworkPolicy")]
    pods = built.deployment["spec"]["selector"]["matchLabels"]
    assert [policy["podSelector"]["matchLabels"] for policy in policies] == [
        pods
    ] * len(policies)
    ports = {
        port["port"]
        for policy in policies
        for rule in policy.get("egress", [])
        for port in rule["ports"]
    }
    assert ports == set(built.example.ports)


@pytest.mark.deploy
def test_all_of_an_example_is_in_its_namespace(built: Built) -> None:
    (namespace,) = built.select("Namespace")
    named = {document["metadata"].get("namespace") for document in built.documents}
    assert named == {None, namespace["metadata"]["name"]}


@pytest.mark.deploy
@pytest.mark.parametrize(
    "program", ["podman-compose", TRIXIE / "docker-compose"], ids=["podman", "docker"]
)
def test_a_program_of_compose_reads_the_composition(program: str | Path) -> None:
    text = tool(program, "--file", COMPOSE_FILE, "config", SHOE_KEYS_FILE="/keys")
    compose = yaml.safe_load(text)
    services = compose["services"]
    assert services.keys() == COMPOSE.keys()
    with_secrets = {name for name in services if "secrets" in services[name]}
    assert with_secrets == {"replica-1", "replica-2", "replica-3"}
    for name in with_secrets:
        secret, *_ = services[name]["secrets"]
        source = secret if isinstance(secret, str) else secret["source"]
        assert source == "SHOE_KEYS"
    assert compose["secrets"]["SHOE_KEYS"]["file"] == "/keys"


@pytest.mark.deploy
def test_hadolint_accepts_the_dockerfile() -> None:
    assert tool("hadolint", ROOT / "Dockerfile") == ""


UNIT = (ROOT / "deploy" / "systemd" / "shuffle-and-deal.service").read_text()


def test_the_autoscaler_has_enough_pods_for_the_peak_in_the_operations_guide() -> None:
    guide = (ROOT / "docs" / "operate.md").read_text()
    cost = find_one(r"\| one deck a request, unseeded \| (\d+) µs", guide)
    spec = read(BASE / "scaling.yaml")["spec"]
    (metric,) = spec["metrics"]
    utilization = metric["resource"]["target"]["averageUtilization"]

    def find_cpu(container: Mapping[str, Any]) -> int:
        return int(container["resources"]["requests"]["cpu"].removesuffix("m"))

    requested = find_cpu(CONTAINER) + find_cpu(SIDECAR)
    assert utilization * requested / 100_000 == pytest.approx(POD_CORES)
    assert spec["maxReplicas"] == 40
    assert count_pods(int(cost) * 1e-6) <= 40


def test_the_unit_of_systemd_sets_what_nginx_needs_and_lets_requests_end() -> None:
    environment = find_one(r"^Environment=(.*)$", UNIT)
    names = re.findall(r"(\S+)=\S*", environment)
    assert set(names) == FIXED - {"PORT"}
    assert "HOST=127.0.0.1 TRUSTED_PROXIES=1 " in environment
    timeout = find_one(r"^TimeoutStopSec=(\d+)$", UNIT)
    assert int(timeout) > GRACE
    assert "MemoryMax=256M\n" in UNIT  # as SUITE=soak tests it


@pytest.mark.deploy
def test_systemd_accepts_the_unit_and_finds_it_hardened_and_would_find_if_not(
    tmp_path: Path,
) -> None:
    unit = tmp_path / "shuffle-and-deal.service"
    valid = UNIT.replace("/opt/shuffle-and-deal/.venv/bin/python", sys.executable)
    unit.write_text(valid)
    assert tool("/usr/bin/systemd-analyze", "verify", unit) == ""

    def check_exposure() -> None:
        options = ("--offline=yes", "--threshold=20")
        tool("/usr/bin/systemd-analyze", "security", *options, unit)

    check_exposure()
    exposed = valid.replace("CapabilityBoundingSet=\n", "")
    exposed = exposed.replace("PrivateDevices=yes\n", "")
    unit.write_text(exposed)
    with pytest.raises(AssertionError, match="exposure level"):
        check_exposure()
    unit.write_text(re.sub("(?m)^ProtectProc=", "ProtectProcs=", valid))
    assert "ProtectProcs" in tool("/usr/bin/systemd-analyze", "verify", unit)
