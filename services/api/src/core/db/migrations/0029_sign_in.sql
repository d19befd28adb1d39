-- Sign-in by mailed code and by chat account. An older process does not use these tables.
CREATE TABLE "chat_logins" (
	"chat_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"linked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_sign_ins" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"coach_id" integer NOT NULL,
	"verifier" text,
	"chat_id" text,
	"username" text,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_state_or_a_user" CHECK ((verifier IS NULL) = (chat_id IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"request_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"chat_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_logins" ADD CONSTRAINT "chat_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_logins_by_user" ON "chat_logins" USING btree ("user_id");