CREATE TABLE "coach_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"coach_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coach_slugs" ADD CONSTRAINT "coach_slugs_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coach_slugs_by_coach" ON "coach_slugs" USING btree ("coach_id");--> statement-breakpoint
CREATE FUNCTION keep_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.slug IS NULL THEN -- the account was deleted
    DELETE FROM coach_slugs WHERE coach_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO coach_slugs (slug, coach_id) VALUES (NEW.slug, NEW.id) ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM coach_slugs WHERE slug = NEW.slug AND coach_id <> NEW.id) THEN
    RAISE unique_violation USING MESSAGE = format('slug %s belongs to another coach', NEW.slug);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_slug AFTER INSERT OR UPDATE OF slug ON coaches FOR EACH ROW EXECUTE FUNCTION keep_slug();
--> statement-breakpoint
INSERT INTO coach_slugs (slug, coach_id) SELECT slug, id FROM coaches WHERE slug IS NOT NULL;
