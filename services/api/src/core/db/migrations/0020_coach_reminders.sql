-- Coaches are reminded, too; what was claimed before was claimed for the student.
ALTER TABLE reminders ADD COLUMN reader text NOT NULL DEFAULT 'student'
  CONSTRAINT reminders_reader_check CHECK (reader IN ('student', 'coach'));
--> statement-breakpoint
ALTER TABLE reminders DROP CONSTRAINT reminders_pkey;
--> statement-breakpoint
ALTER TABLE reminders ADD PRIMARY KEY (booking_id, reader, kind, starts_at);
