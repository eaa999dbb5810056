"""How a file is rendered: one module per mode, all of them operations on its outline."""
