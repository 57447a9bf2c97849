import type { Uids } from './dicom-writer.ts'
import {
  coded,
  container,
  date,
  dateTime,
  image,
  local,
  num,
  person,
  region,
  reportFile,
  text,
  time,
  uid,
} from './report-writer.ts'

const mm: [string, string, string] = ['mm', 'UCUM', 'millimeter']
const ml: [string, string, string] = ['ml', 'UCUM', 'milliliter']
const one: [string, string, string] = ['1', 'UCUM', 'no units']
const dose: [string, string, string] = ['mGy.cm', 'UCUM', 'mGy.cm']
const context = { relation: 'HAS OBS CONTEXT' } as const

type Kind = Omit<Parameters<typeof reportFile>[0], 'uids'>
/** Reports of the templates that scanners, readers and programs write most. */
export const reportKinds: Record<string, Kind> = {
  'basic text (TID 2000)': {
    kind: 'basic',
    title: ['11528-7', 'LN', 'Radiology Report'],
    items: [
      person('Person Observer Name', 'Stone^Rosa^M^^MD', context),
      container('History', text('Patient History', 'Headache since two weeks.\r\nNo trauma.')),
      container('Findings', text('Finding', 'No mass & no bleeding < 3 mm.'), text('Finding', 'Age-related changes')),
      container('Impressions', coded('Conclusion', 'Normal brain')),
    ],
  },
  'measurements (TID 1500)': {
    kind: 'comprehensive',
    title: ['126000', 'DCM', 'Imaging Measurement Report'],
    items: [
      container(
        'Measurement Group',
        uid('Tracking Unique Identifier', '2.25.77.1'),
        text('Tracking Identifier', 'Lesion1', context),
        num('Length', '12.5', mm, { items: [image('Source', '2.25.77.2', { relation: 'INFERRED FROM' })] }),
        num('Volume', '3', ml),
        num('Ratio', '0.8', one),
        region('Outline', { items: [image('Picture', '2.25.77.3', { relation: 'SELECTED FROM' })] }),
      ),
    ],
  },
  'X-ray dose (TID 10011)': {
    kind: 'dose',
    title: ['113701', 'DCM', 'X-Ray Radiation Dose Report'],
    items: [
      coded('Procedure reported', 'Computed Tomography', { relation: 'HAS CONCEPT MOD' }),
      dateTime('Start of Irradiation', '20260910101530'),
      container('Accumulated Dose', num('Dose Length Product Total', '812.4', dose)),
    ],
  },
  'key objects (TID 2010)': {
    kind: 'keyObjects',
    title: ['113000', 'DCM', 'Of Interest'],
    items: [text('Key Object Description', 'The lesion at its widest'), image('Key', '2.25.77.4')],
  },
  'names in Greek, Japanese and Polish': {
    kind: 'enhanced',
    title: local('Zusammenfassung für Ärzte'),
    items: [
      person('Autor', 'Łukasz^Ewa', context),
      date('Datum', '20260912'),
      time('Uhrzeit', '081500'),
      text('Befund', 'Διονυσιος 山田太郎 — größer als zuvor'),
    ],
  },
  'sections in sections in sections': {
    kind: 'comprehensive',
    title: local('Deep report'),
    items: [
      container(
        'One',
        container(
          'Two',
          container('Three', container('Four', container('Five', container('Six', text('Innermost', 'Down here'))))),
        ),
      ),
    ],
  },
}

export const reportOf = (kind: string, uids: Uids, patient?: string) =>
  reportFile({ uids, ...reportKinds[kind]!, ...(patient !== undefined && { patient }) })
