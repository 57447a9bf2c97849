-- What a document is, as staff sort them. Null: nobody has said it yet.
alter table files add column category text
  check (category is null or (kind = 'document' and category in ('referral', 'report', 'insurance', 'consent', 'other')));
