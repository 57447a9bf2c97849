-- Documents of the record that came with a message; they live by the rules of all documents.
alter table care_messages add column file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 5);
