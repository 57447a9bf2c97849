-- Until when the study was the previous patient's: later decisions and news of the archive change `decided_at`.
alter table study_matching add column previous_until timestamptz;
update study_matching set previous_until = decided_at where previous_patient_id is not null;
