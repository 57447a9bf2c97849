-- When the clinic last booked, moved or canceled a visit, or changed its room: that is news to the patient.
alter table appointments add column told_at timestamptz;
