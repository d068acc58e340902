-- A transaction that has been given its limits keeps them; one of a server of the version before is given those that it always had.
CREATE OR REPLACE FUNCTION limit_transaction() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('bord.limited', true) = 'on' THEN
    RETURN;
  END IF;
  PERFORM
    set_config('lock_timeout', '3000', true),
    set_config('statement_timeout', '8000', true),
    set_config('idle_in_transaction_session_timeout', '5000', true);
END $$;
