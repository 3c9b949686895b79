"""usage: kubernetes_check.py FILE.yaml: its objects are valid, confined, and run the same image."""

import sys

import kubernetes_validate
import yaml

VERSION = "1.30"


def pods(item):
    """The specs of pods in an object."""
    spec = item.get("spec", {})
    if "jobTemplate" in spec:
        spec = spec["jobTemplate"]["spec"]
    return [spec["template"]["spec"]] if "template" in spec else []


def main(path):
    with open(path, encoding="utf-8") as file:
        items = yaml.safe_load(file)["items"]
    images = set()
    for item in items:
        kubernetes_validate.validate(item, VERSION, strict=True)
        for pod in pods(item):
            assert pod["securityContext"]["runAsNonRoot"]
            for container in pod.get("initContainers", []) + pod["containers"]:
                images.add(container["image"])
                assert container["securityContext"]["readOnlyRootFilesystem"]
                print(*container["args"])
    assert len(images) == 1, images


main(sys.argv[1])
