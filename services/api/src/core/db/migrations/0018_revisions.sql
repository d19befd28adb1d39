-- Without a reference: what was of a coach who is gone has changed, too.
CREATE TABLE coach_revisions (
  coach_id integer PRIMARY KEY NOT NULL,
  revision integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION count_coach_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO coach_revisions (coach_id, revision)
    VALUES ((to_jsonb(COALESCE(NEW, OLD)) ->> TG_ARGV[0])::integer, 1)
    ON CONFLICT (coach_id) DO UPDATE SET revision = coach_revisions.revision + 1;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER count_change AFTER INSERT OR DELETE
  OR UPDATE OF name, description, image_path, special_offer, rank_images ON coaches
  FOR EACH ROW EXECUTE FUNCTION count_coach_change('id');
--> statement-breakpoint
CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE ON services
  FOR EACH ROW EXECUTE FUNCTION count_coach_change('coach_id');
--> statement-breakpoint
CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION count_coach_change('coach_id');
