-- Which step of the history this one took back: both stay in it, and no report counts the one that was undone.
alter table patient_status_history add column undoes uuid;
