-- What a note says of medical information is shown to those who may see that, at the time of reading.
alter table patient_notes add column medical text not null default '';
