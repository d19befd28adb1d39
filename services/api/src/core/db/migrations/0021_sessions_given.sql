-- The public answer of a coach says how many sessions were completed.
CREATE TRIGGER count_change AFTER UPDATE OF status ON bookings
  FOR EACH ROW WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed'))
  EXECUTE FUNCTION count_coach_change('coach_id');
