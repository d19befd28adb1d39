-- Lists are read in pages: no row may need a scan of the whole list.
ALTER TABLE "bookings" ADD COLUMN "student_nth" integer;--> statement-breakpoint
UPDATE bookings SET student_nth = numbered.nth FROM (
  SELECT id, row_number() OVER (PARTITION BY coach_id, student_id ORDER BY id) AS nth
    FROM bookings WHERE status IN ('confirmed', 'cancelled', 'completed')
) AS numbered WHERE numbered.id = bookings.id;--> statement-breakpoint
CREATE INDEX "bookings_numbered" ON "bookings" USING btree ("coach_id","student_id","student_nth");--> statement-breakpoint
CREATE INDEX "bookings_of_coach" ON "bookings" USING btree ("coach_id",(coalesce(starts_at, 'infinity')),"id") WHERE status IN ('confirmed', 'cancelled', 'completed');--> statement-breakpoint
CREATE INDEX "bookings_of_coach_by_status" ON "bookings" USING btree ("coach_id","status",(coalesce(starts_at, 'infinity')),"id");--> statement-breakpoint
CREATE INDEX "bookings_of_student" ON "bookings" USING btree ("student_id",(coalesce(starts_at, 'infinity')),"id") WHERE status IN ('confirmed', 'cancelled', 'completed');--> statement-breakpoint
CREATE FUNCTION number_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(max(student_nth), 0) + 1 INTO NEW.student_nth
    FROM bookings WHERE coach_id = NEW.coach_id AND student_id = NEW.student_id;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER number_booking BEFORE INSERT OR UPDATE OF status ON bookings
  FOR EACH ROW WHEN (NEW.student_nth IS NULL AND NEW.status IN ('confirmed', 'cancelled', 'completed'))
  EXECUTE FUNCTION number_booking();
