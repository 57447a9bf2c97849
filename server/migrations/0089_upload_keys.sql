-- What its sender calls an upload: a second try of it, after an answer that was lost, adds no second file.
alter table files add column upload_key uuid;
