"""One turn of coal: exact laws, best stopping, several drawers who help each other."""
