-- Up to when a caregiver has seen what is new to the patient; the mark in patient_news_cursors is the patient's own.
alter table caregivers add column news_read_through timestamptz;
