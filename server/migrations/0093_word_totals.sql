-- How many living patients have a word that begins so, for beginnings of up to four letters: "m" or "mrn" is most of a project, and to
-- count them takes longer than anybody waits for a list. Kept by triggers, as project_totals is.
create table patient_word_totals (
  project_id uuid not null,
  beginning text collate "C" not null,
  patients bigint not null,
  primary key (project_id, beginning)
);
select scope_table('patient_word_totals', null, 'select, insert, update');

-- Maria with the MRN MRN-10042 is one hit of "m", not two. Each word knows the one in front of it among those of its patient: only the
-- first that begins so has one in front that does not. Null is counted nowhere.
alter table patient_words add column word_before text collate "C";

-- The beginnings for which a word is the first of its patient.
create function beginnings_of(word text, word_before text) returns setof text language sql immutable as $$
  select left(word, letters) from generate_series(1, 4) letters
   where length(word) >= letters and left(word, letters) collate "C" <> left(word_before, letters)
$$;

-- One writer of a project at a time, so that no two wait for each other's beginnings.
create function count_new_words() returns trigger language plpgsql as $$
begin
  perform from project_totals where project_id in (select project_id from after_rows) order by project_id for update;
  insert into patient_word_totals as t (project_id, beginning, patients)
    select project_id, beginning, sum(change) as changed
      from (select project_id, word, word_before, 1 as change from after_rows where living) w,
           beginnings_of(word, word_before) as beginning
     group by project_id, beginning having sum(change) <> 0
    on conflict (project_id, beginning) do update set patients = t.patients + excluded.patients;
  return null;
end $$;
create function count_words() returns trigger language plpgsql as $$
begin
  perform from project_totals where project_id in (select project_id from after_rows
    union select project_id from before_rows) order by project_id for update;
  insert into patient_word_totals as t (project_id, beginning, patients)
    select project_id, beginning, sum(change) as changed
      from (select project_id, word, word_before, 1 as change from after_rows where living
            union all select project_id, word, word_before, -1 as change from before_rows where living) w,
           beginnings_of(word, word_before) as beginning
     group by project_id, beginning having sum(change) <> 0
    on conflict (project_id, beginning) do update set patients = t.patients + excluded.patients;
  return null;
end $$;
create function count_gone_words() returns trigger language plpgsql as $$
begin
  perform from project_totals where project_id in (select project_id from before_rows) order by project_id for update;
  insert into patient_word_totals as t (project_id, beginning, patients)
    select project_id, beginning, sum(change) as changed
      from (select project_id, word, word_before, -1 as change from before_rows where living) w,
           beginnings_of(word, word_before) as beginning
     group by project_id, beginning having sum(change) <> 0
    on conflict (project_id, beginning) do update set patients = t.patients + excluded.patients;
  return null;
end $$;

create trigger new_words_counted after insert on patient_words
  referencing new table as after_rows for each statement execute function count_new_words();
create trigger words_counted after update on patient_words
  referencing old table as before_rows new table as after_rows for each statement execute function count_words();
create trigger gone_words_counted after delete on patient_words
  referencing old table as before_rows for each statement execute function count_gone_words();

-- Once a statement, not once a row: whoever writes a word need not know its place, and what a row says already is left alone.
create function order_words() returns trigger language plpgsql as $$
begin
  update patient_words w set last_key = o.last_key, first_key = o.first_key, living = o.living, word_before = o.word_before
    from (select w.project_id, w.word, w.patient_id, p.last_key, p.first_key, p.deleted_at is null as living,
                 coalesce(lag(w.word) over (partition by w.project_id, w.patient_id order by w.word), '') as word_before
            from (select distinct project_id, patient_id from changed) c
            join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id
            join patient_words w on w.project_id = c.project_id and w.patient_id = c.patient_id) o
   where w.project_id = o.project_id and w.word = o.word and w.patient_id = o.patient_id
     and (w.last_key, w.first_key, w.living, w.word_before) is distinct from (o.last_key, o.first_key, o.living, o.word_before);
  return null;
end $$;
drop trigger patient_words_ordered on patient_words;
drop function order_new_word();
create trigger words_ordered after insert on patient_words
  referencing new table as changed for each statement execute function order_words();
create trigger words_left after delete on patient_words
  referencing old table as changed for each statement execute function order_words();
