ALTER TABLE "bookings" ADD COLUMN "tax_basis_points" integer;--> statement-breakpoint
CREATE INDEX "coach_revisions_by_number" ON "coach_revisions" USING btree ("revision");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_tax_check" CHECK (tax_basis_points BETWEEN 0 AND 10000);--> statement-breakpoint
-- Numbers of one sequence tell which changes are the latest. The trigger also numbers what an older process counts.
CREATE SEQUENCE "coach_revision_numbers";--> statement-breakpoint
SELECT setval('coach_revision_numbers', (SELECT coalesce(max(revision), 0) + 1 FROM coach_revisions));--> statement-breakpoint
CREATE FUNCTION number_coach_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := nextval('coach_revision_numbers');
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON coach_revisions
  FOR EACH ROW EXECUTE FUNCTION number_coach_change();--> statement-breakpoint
CREATE FUNCTION count_directory_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO coach_revisions (coach_id, revision) VALUES (0, 0)
    ON CONFLICT (coach_id) DO UPDATE SET revision = 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_directory AFTER INSERT OR DELETE ON coaches
  FOR EACH STATEMENT EXECUTE FUNCTION count_directory_change();--> statement-breakpoint
CREATE TRIGGER count_directory AFTER UPDATE ON users
  FOR EACH ROW WHEN ((OLD.locked_at, OLD.deleted_at) IS DISTINCT FROM (NEW.locked_at, NEW.deleted_at))
  EXECUTE FUNCTION count_directory_change();
--> statement-breakpoint
CREATE TRIGGER count_directory AFTER INSERT OR DELETE ON coach_listings
  FOR EACH STATEMENT EXECUTE FUNCTION count_directory_change();--> statement-breakpoint
CREATE TRIGGER count_listed AFTER UPDATE ON coach_listings
  FOR EACH ROW WHEN ((OLD.price_cents IS NULL) IS DISTINCT FROM (NEW.price_cents IS NULL))
  EXECUTE FUNCTION count_directory_change();
