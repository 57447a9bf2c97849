-- A mail server may take a mail for some recipients and put the others off: those are tried again, and only those.
alter table mail_outbox
  -- Null: everybody.
  add column left_to text[],
  add column refused int not null default 0;
