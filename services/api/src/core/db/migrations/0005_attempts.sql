CREATE TABLE attempts (
  id serial PRIMARY KEY,
  key text NOT NULL,
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX attempts_by_key ON attempts (key, at);
--> statement-breakpoint
CREATE INDEX attempts_by_age ON attempts (at);
