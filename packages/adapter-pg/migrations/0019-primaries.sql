-- Which hosts servers have written to, a row for each timeline: the database's own part of what keeps them from an old primary that has come back. It
-- reaches the standbys like any row, and so tells also of a primary that cannot be reached itself.
CREATE TABLE primaries (
  -- Of the database system, as pg_control_system has it; empty where the user may not ask. Rows of another one have come with a copy.
  system_identifier text NOT NULL,
  timeline integer NOT NULL,
  -- Another for each that was promoted, also where two were promoted from the same timeline.
  mark text NOT NULL,
  -- As the server that was first called it: host:port.
  host text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (system_identifier, timeline)
);
