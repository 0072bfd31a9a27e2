"""What is in deploy/ and compose.yaml says of the service what is true, and its tools find nothing wrong with it.

The second half needs those tools: `make test SUITE=deploy` installs them (the extra `deploy`) and runs all of this.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.core.crypto.tokens import generate_key
from tests.api.spec import SPEC
from tests.conftest import ROOT

BASE = ROOT / "deploy" / "kubernetes" / "base"
EXAMPLE = ROOT / "deploy" / "kubernetes" / "example"
DOCUMENTS = sorted(BASE.glob("*.yaml"))
DOCKERFILE = (ROOT / "Dockerfile").read_text()
NGINX = (ROOT / "deploy" / "nginx" / "nginx.conf").read_text()
GRACE = 30  # gunicorn's


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


DEPLOYMENT = read(BASE / "deployment.yaml")
POD = DEPLOYMENT["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
COMPOSED = read(ROOT / "compose.yaml")["services"]
STACKED = read(ROOT / "deploy" / "swarm" / "stack.yaml")["services"]
SETTINGS = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "reference.md").read_text(), re.MULTILINE))
"""tests/docs compares the table with the code."""


def in_dockerfile(pattern: str) -> str:
    (found,) = re.findall(pattern, DOCKERFILE, re.MULTILINE)
    return str(found)


def test_gunicorn_has_the_grace_that_these_files_reckon_with() -> None:
    assert f"graceful_timeout = {GRACE}\n" in (ROOT / "service" / "gunicorn.conf.py").read_text()


def test_kubernetes_sets_only_what_there_is_to_set() -> None:
    assert {variable["name"] for variable in CONTAINER["env"]} <= SETTINGS


def test_kubernetes_probes_paths_that_there_are_at_the_port_that_there_is() -> None:
    probes = {name: CONTAINER[f"{name}Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")}
    assert {name: probe["path"] for name, probe in probes.items()} == {
        "startup": "/readyz",
        "readiness": "/readyz",
        "liveness": "/livez",
    }
    assert {probe["path"] for probe in probes.values()} <= set(SPEC["paths"])
    (port,) = CONTAINER["ports"]
    assert {probe["port"] for probe in probes.values()} == {port["name"]}
    ports = {str(port["containerPort"])} | {v["value"] for v in CONTAINER["env"] if v["name"] == "PORT"}
    assert ports == {in_dockerfile(r"^EXPOSE (\d+)")}
    (service,) = read(BASE / "service.yaml")["spec"]["ports"]
    ((allowed,),) = (rule["ports"] for rule in read(BASE / "network.yaml")["spec"]["ingress"])
    assert service["targetPort"] == allowed["port"] == port["name"]


def test_kubernetes_runs_the_image_as_hardened_as_the_tests_of_it_do() -> None:
    identity = in_dockerfile(r"^USER (\S+)")
    pod, own = POD["securityContext"], CONTAINER["securityContext"]
    assert f"{pod['runAsUser']}:{pod['runAsGroup']}" == identity
    assert pod["runAsNonRoot"] is own["readOnlyRootFilesystem"] is True
    assert own["allowPrivilegeEscalation"] is POD["automountServiceAccountToken"] is False
    assert own["capabilities"] == {"drop": ["ALL"]}
    assert CONTAINER["resources"]["limits"]["memory"] == "256Mi"


def test_kubernetes_leaves_time_for_what_is_under_way() -> None:
    _, seconds = CONTAINER["lifecycle"]["preStop"]["exec"]["command"]
    assert POD["terminationGracePeriodSeconds"] > int(seconds) + GRACE


def test_the_documents_of_kubernetes_mean_one_another() -> None:
    kustomization, *documents = [read(BASE / "kustomization.yaml")] + [
        read(path) for path in DOCUMENTS if path.name != "kustomization.yaml"
    ]
    assert kustomization["resources"] == [path.name for path in DOCUMENTS if path.name != "kustomization.yaml"]
    assert {document["metadata"]["name"] for document in documents} == {"shuffle-and-deal"}
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    for document in documents:
        for selected in selectors(document.get("spec", {})):
            assert selected == labels, document["kind"]
    scaled = read(BASE / "scaling.yaml")["spec"]["scaleTargetRef"]
    assert (scaled["kind"], scaled["name"]) == ("Deployment", DEPLOYMENT["metadata"]["name"])
    assert POD["serviceAccountName"] == read(BASE / "serviceaccount.yaml")["metadata"]["name"]


def selectors(spec: Any) -> Iterator[dict[str, str]]:
    """The labels by which a document chooses pods, wherever it does."""
    for key, value in spec.items():
        if key in {"selector", "podSelector", "labelSelector"}:
            yield value.get("matchLabels", value)
        elif isinstance(value, dict):
            yield from selectors(value)
        elif isinstance(value, list):
            for item in value:
                yield from selectors(item) if isinstance(item, dict) else ()


def test_the_example_gives_the_base_its_image_and_its_secret_and_no_secret_is_in_the_repository() -> None:
    example = read(EXAMPLE / "kustomization.yaml")
    assert (EXAMPLE / example["resources"][0]).resolve() == BASE
    assert [image["name"] for image in example["images"]] == [CONTAINER["image"]]
    (secret,) = example["secretGenerator"]
    wanted = [v["valueFrom"]["secretKeyRef"] for v in CONTAINER["env"] if "valueFrom" in v]
    assert {key["name"] for key in wanted} == {secret["name"]}
    assert [key["key"] for key in wanted if not key.get("optional")] == secret["files"]
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert all(f"deploy/kubernetes/example/{name}" in ignored for name in secret["files"])


def test_the_image_has_the_name_that_it_is_built_with() -> None:
    (name,) = re.findall(r"^name=(\S+)$", (ROOT / "deploy" / "container" / "build.sh").read_text(), re.MULTILINE)
    assert CONTAINER["image"] == name
    assert STACKED["replica"]["image"] == COMPOSED["replica-1"]["image"] == f"${{IMAGE:-{name}:latest}}"


def test_the_composition_has_the_replicas_that_nginx_knows() -> None:
    servers = re.findall(r"server (\S+):(\d+) ", (ROOT / "deploy" / "nginx" / "replicas.conf").read_text())
    addresses = dict(host.split(":") for host in COMPOSED["nginx"]["extra_hosts"])
    assert list(addresses) == [name for name, _ in servers] == [name for name in COMPOSED if name != "nginx"]
    assert {port for _, port in servers} == {in_dockerfile(r"^EXPOSE (\d+)")}
    for name, address in addresses.items():
        assert COMPOSED[name]["networks"]["replicas"]["ipv4_address"] == address
        assert set(COMPOSED[name]["environment"]) <= SETTINGS


@pytest.mark.parametrize("service", [*COMPOSED.values(), *STACKED.values()], ids=[*COMPOSED, *STACKED])
def test_every_container_is_hardened(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    limits = service["deploy"]["resources"]["limits"] if "deploy" in service else service
    assert {"memory", "pids"} <= set(limits) or {"mem_limit", "pids_limit"} <= set(limits)
    if service["image"].startswith("${IMAGE"):
        assert int(service["stop_grace_period"].removesuffix("s")) > GRACE


def test_the_swarm_starts_the_service_as_the_image_does() -> None:
    *shell, script = STACKED["replica"]["command"]
    command = in_dockerfile(r"^CMD \[(.*)\]$").replace('"', "").replace(", ", " ")
    assert shell == ["sh", "-c"]
    assert script == f"SHOE_KEYS=$$(cat /run/secrets/shoe_keys) exec {command}"
    port = in_dockerfile(r"^EXPOSE (\d+)")
    assert f"replica:{port};" in (ROOT / "deploy" / "swarm" / "replicas.conf").read_text()


@pytest.mark.parametrize("published", [COMPOSED["nginx"]["ports"][0], STACKED["nginx"]["ports"][0]])
def test_nginx_is_published_at_the_port_that_it_listens_at(published: Any) -> None:
    inner = published["target"] if isinstance(published, dict) else published.rpartition(":")[2]
    assert f"listen {inner};" in NGINX


def tool(name: str, *arguments: str | Path, **environment: str) -> str:
    """What a tool of the environment that runs these tests prints, if it finds nothing wrong."""
    command = [Path(sys.executable).parent / name, *arguments]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.deploy
def test_every_document_of_kubernetes_fits_the_published_schema_strictly() -> None:
    documents = [path for path in DOCUMENTS if path.name != "kustomization.yaml"]
    printed = tool("kubernetes-validate", "--strict", *documents)
    assert printed.count(" passed for resource ") == len(documents)


@pytest.mark.deploy
def test_a_field_that_kubernetes_does_not_know_would_be_found(tmp_path: Path) -> None:
    wrong = tmp_path / "deployment.yaml"
    wrong.write_text((BASE / "deployment.yaml").read_text().replace("periodSeconds: 1\n", "periodsSeconds: 1\n"))
    with pytest.raises(AssertionError, match="periodsSeconds"):
        tool("kubernetes-validate", "--strict", wrong)


@pytest.mark.deploy
def test_the_composition_is_read_as_it_is_meant() -> None:
    key = generate_key()
    read_as = yaml.safe_load(tool("podman-compose", "--file", ROOT / "compose.yaml", "config", SHOE_KEYS=key))
    replicas = {name: service for name, service in read_as["services"].items() if name != "nginx"}
    assert len(replicas) == 3
    assert all(service["environment"]["SHOE_KEYS"] == key for service in replicas.values())


@pytest.mark.deploy
def test_the_dockerfile_is_as_it_should_be() -> None:
    assert tool("hadolint", ROOT / "Dockerfile") == ""
