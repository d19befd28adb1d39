-- A coach who books has fewer free times, too.
CREATE FUNCTION queue_student_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_changes (coach_id)
    SELECT id FROM coaches WHERE user_id IN (NEW.student_id, OLD.student_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER queue_student_listing AFTER INSERT OR DELETE
  OR UPDATE OF status, starts_at, ends_at, hold_expires_at, student_id ON bookings
  FOR EACH ROW EXECUTE FUNCTION queue_student_listing();--> statement-breakpoint
INSERT INTO listing_changes (coach_id)
  SELECT id FROM coaches WHERE user_id IN (SELECT student_id FROM bookings);
