-- What a search for studies names (PS3.18 table 10.6.1-5), as the archive said when it was last read.
alter table studies
  add column accession_number text not null default '',
  add column referring_physician text not null default '',
  add column dicom_study_id text not null default '',
  add column modalities text[] not null default '{}',
  add column series_count int not null default 0,
  add column instance_count int not null default 0;

update studies s
   set accession_number = a.accession_number, referring_physician = a.referring_physician, dicom_study_id = a.dicom_study_id,
       modalities = a.modalities, series_count = a.series_count, instance_count = a.instance_count
  from (select project_id, study_uid,
               coalesce(max(left(metadata #>> '{00080050,Value,0}', 250)), '') as accession_number,
               coalesce(max(left(metadata #>> '{00080090,Value,0,Alphabetic}', 250)), '') as referring_physician,
               coalesce(max(left(metadata #>> '{00200010,Value,0}', 250)), '') as dicom_study_id,
               coalesce(array_agg(distinct left(metadata #>> '{00080060,Value,0}', 16) order by left(metadata #>> '{00080060,Value,0}', 16))
                          filter (where metadata #>> '{00080060,Value,0}' is not null), '{}') as modalities,
               count(distinct series_uid)::int as series_count, count(*)::int as instance_count
          from archive_instances group by project_id, study_uid) a
 where a.project_id = s.project_id and a.study_uid = s.study_uid;

-- A PACS is read once more from the beginning.
update pacs_polls set full_pass_at = '-infinity';
