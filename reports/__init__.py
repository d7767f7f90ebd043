"""What people see: tables, charts and pages, each written from an Answer."""
