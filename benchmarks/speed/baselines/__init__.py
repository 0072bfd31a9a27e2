"""The servers and programs that the service is compared with."""
