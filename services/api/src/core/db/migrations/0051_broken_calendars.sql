-- the ninth failure in a row mails the coach; calendars that broke before there was a mail have passed it
UPDATE coach_calendars SET failures = 8 WHERE failures >= 9;