"""What is asked over HTTP: one module per resource."""
