-- Mails about one thing, such as a visit, leave one after the other: a mail that the mail server put off must not arrive after newer news.
alter table mail_outbox
  add column series text collate "C",
  add column series_no int,
  -- The times of a visit that a mail mentions: the next one mentions them, too, if this one is never sent.
  add column mentions text[] not null default '{}',
  add column withdrawn boolean not null default false,
  -- Until when a sender has it in hand, also if it was withdrawn meanwhile.
  add column in_hand_until timestamptz;
grant select (series, series_no, mentions, withdrawn), update (withdrawn) on mail_outbox to fornix_app;
