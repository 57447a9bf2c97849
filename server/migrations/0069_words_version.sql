-- Which version of the program made the search words of a record. What it adds by default is the version before phone numbers and birth
-- dates were searched, so that records written by it are indexed again in the background.
alter table patients add column words_version smallint not null default 1;
