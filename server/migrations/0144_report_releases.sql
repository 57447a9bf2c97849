-- When each of the reports that a patient may read was released: what is new for the patient lists it from then on.
-- Those that were released before are no news.
alter table studies add column released_at jsonb not null default '{}';

-- Also for a program of the version before, and after the trigger that forgets them where a study changes hands (0140).
create function note_releases() returns trigger language plpgsql as $$
begin
  new.released_at := (
    select coalesce(jsonb_object_agg(uid, coalesce(old.released_at -> uid, to_jsonb(now()))), '{}')
      from unnest(new.released_reports) uid);
  return new;
end $$;
create trigger studies_releases before update on studies
  for each row when (old.released_reports is distinct from new.released_reports) execute function note_releases();
