"""deploy/ and compose.yaml agree with the service and with one another, and their own tools accept them.

`make test SUITE=deploy` installs the tools (the extra `deploy`) and runs the tests that need them.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.limits.capacity import POD_CORES, count_pods
from service.core.crypto.tokens import generate_key
from service.http.problems import PROBLEMS
from service.settings import variable_names
from tests.conftest import ROOT
from tests.http.spec import SPEC
from tests.peers import listen, port_of

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


DEPLOYMENT = read(BASE / "deployment.yaml")
POD = DEPLOYMENT["spec"]["template"]["spec"]
(CONTAINER, SIDECAR) = POD["containers"]
ENVIRONMENT = {variable["name"]: variable["value"] for variable in CONTAINER["env"]}
COMPOSE = read(ROOT / "compose.yaml")["services"]
STACK = read(ROOT / "deploy" / "swarm" / "stack.yaml")["services"]
COMPOSITIONS = (ROOT / "compose.yaml", ROOT / "deploy" / "swarm" / "stack.yaml")
FIXED = {"HOST", "PORT", "TRUSTED_PROXIES", "SHOE_KEYS_FILE"}
"""The settings that compose.yaml and the stack set, because nginx needs their values. The shell sets the rest."""


def find_in_dockerfile(pattern: str) -> str:
    (value,) = re.findall(pattern, DOCKERFILE, re.MULTILINE)
    return str(value)


IMAGE_PORT = find_in_dockerfile(r"^EXPOSE (\d+)")


def test_gunicorn_has_the_timeout_and_the_settings_that_these_files_assume() -> None:
    assert (
        f"graceful_timeout = {GRACE}\n"
        in (ROOT / "service" / "server" / "gunicorn.conf.py").read_text()
    )
    assert ENVIRONMENT.keys() <= set(variable_names())


def fill_settings(composition: str) -> str:
    """Return compose.yaml or the stack with the names of all settings."""
    names = "".join(f"  {name}:\n" for name in variable_names())
    text, count = re.subn(
        r"(?<=^x-settings: &settings\n)(?:  \w+:\n)+",
        names,
        composition,
        flags=re.MULTILINE,
    )
    assert count == 1
    return text


def test_compose_and_the_swarm_take_every_setting_from_the_shell_but_those_that_nginx_needs() -> (
    None
):
    for path, service in zip(
        COMPOSITIONS, (COMPOSE["replica-1"], STACK["replica"]), strict=True
    ):
        assert fill_settings(path.read_text()) == path.read_text(), (
            f"{path.name}; run: make generate"
        )
        environment = service["environment"]
        assert list(environment) == variable_names(), path.name
        assert {
            name for name, value in environment.items() if value is not None
        } == FIXED, path.name
        assert (environment["HOST"], str(environment["PORT"])) == (
            "0.0.0.0",
            IMAGE_PORT,
        )


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


def test_the_rules_of_kubernetes_are_those_of_prometheus_and_its_monitor_selects_the_pods() -> (
    None
):
    assert RULES.read_text() == fill_rules(), "run: make generate"
    assert read(RULES)["spec"]["groups"] == read(ALERTS)["groups"]
    monitor = read(COMPONENTS / "prometheus" / "podmonitor.yaml")["spec"]
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    assert monitor["selector"]["matchLabels"] == labels
    assert {f"{labels[monitor['jobLabel']]}"} == set(
        re.findall(r'up\{job="([^"]+)"', ALERTS.read_text())
    )
    (endpoint,) = monitor["podMetricsEndpoints"]
    assert endpoint["port"] in PORTS
    assert f"location = {endpoint['path']} {{" in POD_REPLICAS


PORTS = {port["name"]: port["containerPort"] for port in SIDECAR["ports"]}


def test_kubernetes_probes_the_service_through_nginx_at_existing_paths_and_ports() -> (
    None
):
    probes = [
        SIDECAR[f"{name}Probe"]["httpGet"]
        for name in ("startup", "readiness", "liveness")
    ]
    assert [probe["path"] for probe in probes] == ["/readyz", "/readyz", "/nginx/livez"]
    assert "/readyz" in SPEC["paths"]
    assert "location = /nginx/livez {" in NGINX
    assert {probe["port"] for probe in probes} == {"http"}
    assert f"listen {PORTS['http']};" in NGINX
    (service,) = read(BASE / "service.yaml")["spec"]["ports"]
    (rule,) = read(BASE / "network.yaml")["spec"]["ingress"]
    assert service["targetPort"] == "http"
    assert (
        [port["port"] for port in rule["ports"]] == list(PORTS) == ["http", "metrics"]
    )


def test_in_a_pod_nobody_connects_to_gunicorn_but_nginx_and_only_prometheus_gets_metrics() -> (
    None
):
    assert "ports" not in CONTAINER
    assert (ENVIRONMENT["HOST"], ENVIRONMENT["PORT"]) == ("127.0.0.1", IMAGE_PORT)
    assert f"server 127.0.0.1:{IMAGE_PORT} " in POD_REPLICAS
    assert f"listen {PORTS['metrics']};\n" in POD_REPLICAS
    annotations = DEPLOYMENT["spec"]["template"]["metadata"]["annotations"]
    assert int(annotations["prometheus.io/port"]) == PORTS["metrics"]
    assert f"location = {annotations['prometheus.io/path']} {{" in POD_REPLICAS


def test_the_liveness_of_the_service_is_a_connection_to_its_port() -> None:
    for command in (
        CONTAINER["livenessProbe"]["exec"]["command"],
        STACK["replica"]["healthcheck"]["test"][1:],
    ):
        with listen() as server:
            port = port_of(server)
            assert run_probe(command, port) == 0
        assert run_probe(command, port) == 1


def run_probe(command: list[str], port: int) -> int:
    """Run a probe with this Python and another port, and return its exit code."""
    python, *options, script = command
    assert (python, "8000" in script) == ("python", True)
    probe = [sys.executable, *options, script.replace("8000", str(port))]
    return subprocess.run(probe, stderr=subprocess.DEVNULL, check=False).returncode


def test_wherever_nginx_is_in_front_the_service_trusts_one_proxy() -> None:
    """Without trust, all clients behind nginx share one address, and so one rate limit."""
    stack, compose = (
        service["environment"]["TRUSTED_PROXIES"]
        for service in (STACK["replica"], COMPOSE["replica-1"])
    )
    assert ENVIRONMENT["TRUSTED_PROXIES"] == stack == str(compose) == "1"


def test_the_problems_of_nginx_are_of_the_types_of_the_service() -> None:
    own = re.findall(
        r'(\d{3}|default) \'"type":"/v1/problems/([a-z-]+)","title":"([^"]+)","status":\$status,',
        NGINX,
    )
    assert len(own) == NGINX.count('"type":') == 10
    for status, name, title in own:
        assert PROBLEMS[name].title == title
        assert status in {"default", "501", str(PROBLEMS[name].status)}


def test_what_nginx_may_hold_at_a_time_fits_into_its_memory() -> None:
    """Add up bodies, responses in /tmp, connections with half a head, and connections that read no response."""
    limits = (
        rf"limit_conn {zone}(?:_of_address)? (\d+);"
        for zone in ("large_bodies", "requests")
    )
    (of_address, bodies), (_, requests) = (re.findall(limit, NGINX) for limit in limits)
    assert "client_max_body_size 1m;" in NGINX
    assert "client_body_buffer_size 1m;" in NGINX
    (processes,) = re.findall(r"worker_processes (\d+);", NGINX)
    (connections,) = re.findall(r"worker_connections (\d+);", NGINX)
    (tmp,) = re.findall(r"size=(\d+)m", COMPOSE["nginx"]["tmpfs"][0])
    half_heads = int(processes) * int(connections) - int(requests)
    assert (
        int(bodies) + int(tmp) + (half_heads * 32 + int(requests) * 160) / 2**10 < 2**10
    )
    assert COMPOSE["nginx"]["mem_limit"] == "1g"
    assert STACK["nginx"]["deploy"]["resources"]["limits"]["memory"] == "1G"
    assert SIDECAR["resources"]["limits"]["memory"] == "1Gi"
    assert int(of_address) <= int(bodies) // 8


def test_kubernetes_runs_the_image_as_hardened_as_the_tests_of_it_do_and_stops_it_in_order() -> (
    None
):
    identity = find_in_dockerfile(r"^USER (\S+)")
    pod = POD["securityContext"]
    assert f"{pod['runAsUser']}:{pod['runAsGroup']}" == identity
    for container in (CONTAINER, SIDECAR):
        own = container["securityContext"]
        assert pod["runAsNonRoot"] is own["readOnlyRootFilesystem"] is True
        assert (
            own["allowPrivilegeEscalation"]
            is POD["automountServiceAccountToken"]
            is False
        )
        assert own["capabilities"] == {"drop": ["ALL"]}
    assert CONTAINER["resources"]["limits"]["memory"] == "256Mi"
    # It leaves time for requests in progress, and stops nginx first.
    nginx, service = (
        int(one["lifecycle"]["preStop"]["exec"]["command"][1])
        for one in (SIDECAR, CONTAINER)
    )
    assert nginx < service < POD["terminationGracePeriodSeconds"] - GRACE


def test_the_documents_of_kubernetes_refer_to_one_another() -> None:
    kustomization = read(BASE / "kustomization.yaml")
    documents = [read(path) for path in DOCUMENTS]
    nginx, *names = kustomization["resources"]
    assert names == [path.name for path in DOCUMENTS]
    generated = (
        read(BASE / nginx / "kustomization.yaml")["configMapGenerator"]
        + kustomization["configMapGenerator"]
    )
    (volume,) = (volume for volume in POD["volumes"] if "projected" in volume)
    sources = [source["configMap"]["name"] for source in volume["projected"]["sources"]]
    assert sources == [config["name"] for config in generated]
    assert [config["files"] for config in generated] == [
        ["nginx.conf"],
        ["replicas.conf"],
    ]
    assert {
        "name": volume["name"],
        "mountPath": "/etc/nginx",
        "readOnly": True,
    } in SIDECAR["volumeMounts"]
    assert {document["metadata"]["name"] for document in documents} == {
        "shuffle-and-deal"
    }
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    for document in documents:
        for selected in selectors(document.get("spec", {})):
            assert selected == labels, document["kind"]
    scaled = read(BASE / "scaling.yaml")["spec"]["scaleTargetRef"]
    assert (scaled["kind"], scaled["name"]) == (
        "Deployment",
        DEPLOYMENT["metadata"]["name"],
    )
    assert (
        POD["serviceAccountName"]
        == read(BASE / "serviceaccount.yaml")["metadata"]["name"]
    )


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


def test_the_example_gives_the_base_its_image_and_its_secret_and_no_secret_is_in_the_repository() -> (
    None
):
    example = read(EXAMPLE / "kustomization.yaml")
    namespace, base = (EXAMPLE / resource for resource in example["resources"])
    assert (read(namespace)["kind"], read(namespace)["metadata"]["name"]) == (
        "Namespace",
        example["namespace"],
    )
    assert base.resolve() == BASE
    assert [image["name"] for image in example["images"]] == [CONTAINER["image"]]
    (secret,) = example["secretGenerator"]
    (volume,) = (volume for volume in POD["volumes"] if "secret" in volume)
    assert volume["secret"] == {"secretName": secret["name"]}
    (mount,) = (
        mount for mount in CONTAINER["volumeMounts"] if mount["name"] == volume["name"]
    )
    assert mount["readOnly"] is True
    paths = {
        name: value for name, value in ENVIRONMENT.items() if name.endswith("_FILE")
    }
    assert paths == {
        f"{name}_FILE": f"{mount['mountPath']}/{name}" for name in secret["files"]
    }
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {*secret["files"], "SIGNING_KEYS", "VRF_KEYS"} <= set(ignored)


def test_the_ingress_retries_as_nginx_does_and_leads_to_the_service() -> None:
    ingress = read(COMPONENTS / "ingress" / "ingress.yaml")
    annotations = ingress["metadata"]["annotations"]
    prefix = "nginx.ingress.kubernetes.io/proxy-next-upstream"
    directives = re.findall(r"proxy_(next_upstream\w*) (.*?)s?;", NGINX)
    own = {
        f"{prefix}{name.removeprefix('next_upstream').replace('_', '-')}": value
        for name, value in directives
    }
    assert own == {
        name: value for name, value in annotations.items() if name.startswith(prefix)
    }
    service = read(BASE / "service.yaml")
    (path,) = ingress["spec"]["rules"][0]["http"]["paths"]
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]
    assert (
        path["backend"]["service"]["port"]["name"]
        == service["spec"]["ports"][0]["name"]
    )


def test_no_deployment_has_a_key_in_its_environment() -> None:
    for environment in (
        ENVIRONMENT,
        COMPOSE["replica-1"]["environment"],
        STACK["replica"]["environment"],
    ):
        assert {
            name for name, value in environment.items() if "KEYS" in name and value
        } == {"SHOE_KEYS_FILE"}
    for service in (COMPOSE["replica-1"], STACK["replica"]):
        (secret,) = service["secrets"]
        assert service["environment"]["SHOE_KEYS_FILE"] == f"/run/secrets/{secret}"


def test_the_image_has_the_name_that_it_is_built_with_and_the_swarm_starts_it_as_it_is() -> (
    None
):
    (name,) = re.findall(
        r"^name=(\S+)$",
        (ROOT / "deploy" / "container" / "build.sh").read_text(),
        re.MULTILINE,
    )
    assert CONTAINER["image"] == name
    assert (
        STACK["replica"]["image"]
        == COMPOSE["replica-1"]["image"]
        == f"${{IMAGE:-{name}:latest}}"
    )
    assert not {"command", "entrypoint"} & set(STACK["replica"])
    assert (
        f"replica:{IMAGE_PORT};"
        in (ROOT / "deploy" / "swarm" / "replicas.conf").read_text()
    )
    for port in (
        COMPOSE["nginx"]["ports"][0].rpartition(":")[2],
        STACK["nginx"]["ports"][0]["target"],
    ):
        assert f"listen {port};" in NGINX


def test_compose_has_the_replicas_that_nginx_knows() -> None:
    servers = re.findall(
        r"server (\S+):(\d+) ",
        (ROOT / "deploy" / "nginx" / "replicas.conf").read_text(),
    )
    addresses = dict(host.split(":") for host in COMPOSE["nginx"]["extra_hosts"])
    assert (
        list(addresses)
        == [name for name, _ in servers]
        == [name for name in COMPOSE if name != "nginx"]
    )
    assert {port for _, port in servers} == {IMAGE_PORT}
    for name, address in addresses.items():
        assert COMPOSE[name]["networks"]["replicas"]["ipv4_address"] == address
        assert COMPOSE[name]["mac_address"] == ":".join(
            ["02:42", *(f"{int(part):02x}" for part in address.split("."))]
        )
    text = (
        (ROOT / "compose.yaml")
        .read_text()
        .partition("\nx-settings:")[2]
        .replace("0.0.0.0", "")
    )
    assert not re.search(r"\d+\.\d+\.\d+\.\d+", text), "addresses in one place"


@pytest.mark.parametrize(
    "service", [*COMPOSE.values(), *STACK.values()], ids=[*COMPOSE, *STACK]
)
def test_every_container_is_hardened(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    limits = (
        service["deploy"]["resources"]["limits"] if "deploy" in service else service
    )
    assert {"memory", "pids"} <= set(limits) or {"mem_limit", "pids_limit"} <= set(
        limits
    )
    if service["image"].startswith("${IMAGE"):
        assert int(service["stop_grace_period"].removesuffix("s")) > GRACE


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
    wrong.write_text(
        (BASE / "deployment.yaml")
        .read_text()
        .replace("periodSeconds: 1\n", "periodsSeconds: 1\n")
    )
    with pytest.raises(AssertionError, match="periodsSeconds"):
        tool("kubernetes-validate", "--strict", wrong)


def uncomment(kustomization: str, name: str) -> str:
    """Return the example with a member that is in a comment there."""
    (comment,) = re.findall(rf"(?m)^# {name}:\n(?:# .*\n)+", kustomization)
    return kustomization.replace(comment, re.sub("(?m)^# ", "", comment))


def add_signing_keys(kustomization: str) -> str:
    return uncomment(kustomization, "patches").replace(
        "files: [SHOE_KEYS]", "files: [SHOE_KEYS, SIGNING_KEYS]"
    )


OPERATOR = "monitoring.coreos.com/"
"""Kinds of the Prometheus operator, which kubernetes-validate does not know."""
EXTRAS = {
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://opentelemetry-collector.observability:4318",
    "RATE_LIMIT": "100/second",
    "RATE_LIMIT_STORAGE": "redis://redis:6379",
    "TRACES": "true",
}


@pytest.mark.deploy
@pytest.mark.parametrize(
    ("change", "keys", "environment", "ports"),
    [
        (str, ["SHOE_KEYS"], {"TRUSTED_PROXIES": "1"}, set()),
        (
            add_signing_keys,
            ["SHOE_KEYS", "SIGNING_KEYS"],
            {"TRUSTED_PROXIES": "1"},
            set(),
        ),
        (
            partial(uncomment, name="components"),
            ["SHOE_KEYS"],
            EXTRAS | {"TRUSTED_PROXIES": "2"},
            {53, 4318, 6379},
        ),
    ],
    ids=["as it stands", "with signing keys", "with every component"],
)
def test_kustomize_builds_the_example_and_every_document_of_it_is_valid(
    tmp_path: Path,
    change: Callable[[str], str],
    keys: list[str],
    environment: dict[str, str],
    ports: set[int],
) -> None:
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    example = tmp_path / "deploy" / "kubernetes" / "example"
    kustomization = example / "kustomization.yaml"
    kustomization.write_text(change(kustomization.read_text()))
    for name in keys:
        (example / name).write_text(generate_key())
    text = tool(TRIXIE / "kubectl", "kustomize", example)
    built = list(yaml.safe_load_all(text))
    documents = [
        document
        for document in built
        if not document["apiVersion"].startswith(OPERATOR)
    ]
    of_operator = {
        document["kind"]
        for document in built
        if document["apiVersion"].startswith(OPERATOR)
    }
    assert of_operator == ({"PodMonitor", "PrometheusRule"} if ports else set())
    (tmp_path / "built.yaml").write_text(yaml.safe_dump_all(documents))
    output = tool("kubernetes-validate", "--strict", tmp_path / "built.yaml")
    assert output.count(" passed for resource ") == len(documents)
    names = {
        document["metadata"]["name"]
        for document in documents
        if document["kind"] == "ConfigMap"
    }
    (deployment,) = (
        document for document in documents if document["kind"] == "Deployment"
    )
    assert {name for name in names if name in yaml.safe_dump(deployment)} == names
    assert len(names) == 2
    (secret,) = (document for document in documents if document["kind"] == "Secret")
    (service, _) = deployment["spec"]["template"]["spec"]["containers"]
    files = {
        variable["name"]: variable["value"]
        for variable in service["env"]
        if variable["name"].endswith("_FILE")
    }
    assert files == {f"{name}_FILE": f"/run/keys/{name}" for name in keys}
    assert list(secret["data"]) == keys
    variables = {variable["name"]: variable["value"] for variable in service["env"]}
    assert environment.items() <= variables.items()
    assert variables.keys() == {*environment, *files, "HOST", "PORT", "WEB_CONCURRENCY"}
    policies = [
        document["spec"]
        for document in documents
        if document["kind"] == "NetworkPolicy"
    ]
    assert {
        port["port"]
        for policy in policies
        for rule in policy.get("egress", [])
        for port in rule["ports"]
    } == ports
    labels = deployment["spec"]["selector"]["matchLabels"]
    assert all(policy["podSelector"]["matchLabels"] == labels for policy in policies)
    (namespace,) = (
        document["metadata"]["name"]
        for document in documents
        if document["kind"] == "Namespace"
    )
    assert {document["metadata"].get("namespace", namespace) for document in built} == {
        namespace
    }


@pytest.mark.deploy
@pytest.mark.parametrize(
    "program", ["podman-compose", TRIXIE / "docker-compose"], ids=["podman", "docker"]
)
def test_a_program_of_compose_reads_the_composition(program: str | Path) -> None:
    compose = yaml.safe_load(
        tool(program, "--file", ROOT / "compose.yaml", "config", SHOE_KEYS_FILE="/keys")
    )
    assert compose["services"].keys() == COMPOSE.keys()
    secrets = [
        service["secrets"][0]
        for service in compose["services"].values()
        if "secrets" in service
    ]
    assert [one if isinstance(one, str) else one["source"] for one in secrets] == [
        "SHOE_KEYS"
    ] * 3
    assert compose["secrets"]["SHOE_KEYS"]["file"] == "/keys"


@pytest.mark.deploy
def test_hadolint_accepts_the_dockerfile() -> None:
    assert tool("hadolint", ROOT / "Dockerfile") == ""


UNIT = (ROOT / "deploy" / "systemd" / "shuffle-and-deal.service").read_text()


def test_the_autoscaler_has_enough_pods_for_the_peak_in_the_operations_guide() -> None:
    (cost,) = re.findall(
        r"\| one deck a request, unseeded \| (\d+) µs",
        (ROOT / "docs" / "operate.md").read_text(),
    )
    spec = read(BASE / "scaling.yaml")["spec"]
    target = spec["metrics"][0]["resource"]["target"]["averageUtilization"]
    requested = sum(
        int(container["resources"]["requests"]["cpu"].removesuffix("m"))
        for container in POD["containers"]
    )
    assert target * requested / 100_000 == pytest.approx(POD_CORES)
    assert count_pods(int(cost) * 1e-6) <= spec["maxReplicas"] == 40


def test_the_unit_of_systemd_sets_what_nginx_needs_and_lets_requests_end() -> None:
    (environment,) = re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE)
    assert {variable.partition("=")[0] for variable in environment.split()} == FIXED - {
        "PORT"
    }
    assert "HOST=127.0.0.1 TRUSTED_PROXIES=1 " in environment
    (timeout,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
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
    secure = partial(
        tool,
        "/usr/bin/systemd-analyze",
        "security",
        "--offline=yes",
        "--threshold=20",
        unit,
    )
    secure()
    unit.write_text(
        valid.replace("CapabilityBoundingSet=\n", "").replace(
            "PrivateDevices=yes\n", ""
        )
    )
    with pytest.raises(AssertionError, match="exposure level"):
        secure()
    unit.write_text(re.sub("(?m)^ProtectProc=", "ProtectProcs=", valid))
    assert "ProtectProcs" in tool("/usr/bin/systemd-analyze", "verify", unit)
