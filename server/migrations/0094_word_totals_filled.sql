-- In a transaction of its own, since the one that adds the column keeps everybody from the table. What was written meanwhile knows its
-- place already; the triggers count the rest.
update patient_words w set word_before = coalesce(o.word_before, '')
  from (select project_id, word, patient_id, lag(word) over (partition by project_id, patient_id order by word) as word_before
          from patient_words) o
 where w.project_id = o.project_id and w.word = o.word and w.patient_id = o.patient_id and w.word_before is null;
