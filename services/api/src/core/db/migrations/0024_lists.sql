-- Lists are read in pages: no row may need a scan of the whole list.
CREATE TABLE "coach_totals" (
	"coach_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "coach_totals_coach_id_kind_pk" PRIMARY KEY("coach_id","kind")
);--> statement-breakpoint
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
--> statement-breakpoint
INSERT INTO coach_totals
  SELECT coach_id, 0, count(*) FROM bookings WHERE status = 'completed' GROUP BY coach_id
  UNION ALL SELECT coach_id, rating, count(*) FROM reviews WHERE hidden_because IS NULL GROUP BY coach_id, rating;
--> statement-breakpoint
CREATE FUNCTION total_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO coach_totals AS t
      SELECT coach_id, 0, count(*) FROM added WHERE status = 'completed' GROUP BY coach_id ORDER BY coach_id
      ON CONFLICT (coach_id, kind) DO UPDATE SET number = t.number + excluded.number;
  ELSE
    INSERT INTO coach_totals AS t
      SELECT removed.coach_id, 0, sum((added.status = 'completed')::int - (removed.status = 'completed')::int)
        FROM removed JOIN added USING (id)
       WHERE (added.status = 'completed') <> (removed.status = 'completed')
       GROUP BY removed.coach_id ORDER BY removed.coach_id
      ON CONFLICT (coach_id, kind) DO UPDATE SET number = t.number + excluded.number;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER total_inserted AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION total_sessions();
--> statement-breakpoint
CREATE TRIGGER total_updated AFTER UPDATE ON bookings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION total_sessions();
--> statement-breakpoint
CREATE FUNCTION total_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO coach_totals AS t
      SELECT coach_id, rating, -count(*) FROM removed WHERE hidden_because IS NULL GROUP BY coach_id, rating ORDER BY coach_id, rating
      ON CONFLICT (coach_id, kind) DO UPDATE SET number = t.number + excluded.number;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO coach_totals AS t
      SELECT coach_id, rating, count(*) FROM added WHERE hidden_because IS NULL GROUP BY coach_id, rating ORDER BY coach_id, rating
      ON CONFLICT (coach_id, kind) DO UPDATE SET number = t.number + excluded.number;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER total_inserted AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION total_reviews();
--> statement-breakpoint
CREATE TRIGGER total_updated AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION total_reviews();
--> statement-breakpoint
CREATE TRIGGER total_deleted AFTER DELETE ON reviews
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION total_reviews();
--> statement-breakpoint
CREATE FUNCTION total_deleted_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO coach_totals AS t
    SELECT coach_id, 0, -count(*) FROM removed WHERE status = 'completed' GROUP BY coach_id ORDER BY coach_id
    ON CONFLICT (coach_id, kind) DO UPDATE SET number = t.number + excluded.number;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER total_deleted AFTER DELETE ON bookings
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION total_deleted_sessions();
