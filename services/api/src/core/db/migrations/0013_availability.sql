ALTER TABLE coaches
  ADD COLUMN buffer_minutes integer NOT NULL DEFAULT 0 CHECK (buffer_minutes BETWEEN 0 AND 240),
  ADD COLUMN notice_minutes integer NOT NULL DEFAULT 120 CHECK (notice_minutes BETWEEN 0 AND 20160),
  ADD COLUMN days_ahead integer NOT NULL DEFAULT 60 CHECK (days_ahead BETWEEN 1 AND 60);
--> statement-breakpoint
-- What holds on one day of the coach's calendar instead of the weekly hours; no window: a day off.
CREATE TABLE special_days (
  coach_id integer NOT NULL REFERENCES coaches ON DELETE CASCADE,
  day date NOT NULL,
  windows jsonb NOT NULL,
  PRIMARY KEY (coach_id, day)
);
