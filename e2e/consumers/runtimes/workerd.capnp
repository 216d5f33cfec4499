using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (
      name = "worker",
      worker = (
        modules = [(name = "worker", esModule = embed "worker.bundle.js")],
        # Without the flags that later dates turn on.
        compatibilityDate = "2024-01-01",
        globalOutbound = "network",
      ),
    ),
    (name = "network", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", http = (), service = "worker")],
);
