-- Whom DICOM named when the portal last looked: images that name somebody else by now are not shown. Null until it has looked.
alter table studies
  add column dicom_patient_id text,
  add column dicom_issuer text;

update studies s set dicom_patient_id = m.dicom_patient_id, dicom_issuer = m.dicom_issuer
  from study_matching m
 where m.project_id = s.project_id and m.study_id = s.study_id;
