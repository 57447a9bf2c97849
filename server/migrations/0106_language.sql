-- The language in which somebody reads the portal: `en`, or a folder of `languages`. Empty until it is known; then mails are in English.
alter table patients add column language text not null default '';
alter table registrations add column language text not null default '';
