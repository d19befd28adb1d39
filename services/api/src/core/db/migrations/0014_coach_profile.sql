-- A service that changes is another one: bookings keep the one that they were made for, with its name and price.
ALTER TABLE services ADD COLUMN retired_at timestamptz;
--> statement-breakpoint
ALTER TABLE reviews ADD COLUMN reply text;
--> statement-breakpoint
ALTER TABLE reviews ADD CONSTRAINT reviews_reply_length CHECK (char_length(reply) BETWEEN 1 AND 2000);
