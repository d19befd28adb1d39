-- A session that its student moved keeps the time that it had before; mails tell the time in the student's zone.
ALTER TABLE bookings
  ADD COLUMN moved_from timestamptz,
  ADD COLUMN moved_at timestamptz,
  ADD COLUMN time_zone text,
  ADD CONSTRAINT bookings_time_zone_length CHECK (char_length(time_zone) <= 60);
