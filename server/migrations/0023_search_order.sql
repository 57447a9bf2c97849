-- A search sorts what it finds by name and leaves the deleted out. Each word holds what that takes, so that a page of a search and
-- its total come from one range of one index. Triggers keep it, whoever writes.
alter table patient_words
  add column last_key text collate "C" not null default '',
  add column first_key text collate "C" not null default '',
  add column living boolean not null default true;
update patient_words w
   set last_key = p.last_key, first_key = p.first_key, living = p.deleted_at is null
  from patients p where p.project_id = w.project_id and p.patient_id = w.patient_id;
alter table patient_words drop constraint patient_words_pkey;
alter table patient_words add primary key (project_id, word, patient_id) include (last_key, first_key, living);

create function order_new_word() returns trigger language plpgsql as $$
begin
  select last_key, first_key, deleted_at is null into new.last_key, new.first_key, new.living
    from patients where project_id = new.project_id and patient_id = new.patient_id;
  return new;
end $$;
create trigger patient_words_ordered before insert on patient_words for each row execute function order_new_word();

create function order_words_again() returns trigger language plpgsql as $$
begin
  update patient_words set last_key = new.last_key, first_key = new.first_key, living = new.deleted_at is null
   where project_id = new.project_id and patient_id = new.patient_id;
  return null;
end $$;
create trigger patients_words_ordered after update of last_key, first_key, deleted_at on patients for each row
  when ((old.last_key, old.first_key, old.deleted_at) is distinct from (new.last_key, new.first_key, new.deleted_at))
  execute function order_words_again();
