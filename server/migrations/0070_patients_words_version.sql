-- Beside the program that serves: a making that was interrupted leaves an index that is not valid.
drop index concurrently if exists patients_words_version;
create index concurrently patients_words_version on patients (words_version);
