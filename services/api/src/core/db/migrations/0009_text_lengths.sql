-- The longest texts that a page is ever asked to show, whoever writes them; NOT VALID leaves what is there already alone.
ALTER TABLE coaches
  ADD CONSTRAINT coaches_name_length CHECK (char_length(name) BETWEEN 1 AND 80) NOT VALID,
  ADD CONSTRAINT coaches_description_length CHECK (char_length(description) <= 10000) NOT VALID,
  ADD CONSTRAINT coaches_offer_length CHECK (char_length(special_offer) <= 500) NOT VALID;
--> statement-breakpoint
ALTER TABLE services ADD CONSTRAINT services_label_length CHECK (char_length(label) BETWEEN 1 AND 80) NOT VALID;
--> statement-breakpoint
ALTER TABLE reviews
  ADD CONSTRAINT reviews_name_length CHECK (char_length(reviewer_name) BETWEEN 1 AND 80) NOT VALID,
  ADD CONSTRAINT reviews_comment_length CHECK (char_length(comment) <= 4000) NOT VALID;
--> statement-breakpoint
ALTER TABLE bookings
  ADD CONSTRAINT bookings_contact_length CHECK (char_length(contact_info) <= 200) NOT VALID,
  ADD CONSTRAINT bookings_details_length CHECK (char_length(details) <= 4000) NOT VALID,
  ADD CONSTRAINT bookings_notes_length CHECK (char_length(notes) <= 20000) NOT VALID;
--> statement-breakpoint
ALTER TABLE chat_accounts ADD CONSTRAINT chat_accounts_name_length CHECK (char_length(username) <= 80) NOT VALID;
