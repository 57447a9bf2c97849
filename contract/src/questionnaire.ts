type Kind = 'yesNo' | 'yesNoUnsure' | 'text' | 'number'
export type ScreeningQuestion = {
  id: string
  group: ScreeningGroup
  kind: Kind
  /** The patient's wording. */
  text: string
  /** The staff's wording, beside the answer. */
  label: string
  hint?: string
  optional?: boolean
  /** Chosen before anybody answers. */
  preset?: string
  /** Answers that somebody has to look at. */
  flags?: readonly string[]
  range?: { least: number; most: number; unit: string }
  /** A number above this is for somebody to look at. */
  limit?: number
  /** Whom it concerns; default everybody. */
  concerns?: 'who may be pregnant'
  /** Asked only after one of these answers to an earlier question. */
  when?: { question: string; is: readonly string[] }
}

export const screeningGroups = {
  devices: 'Implants and devices',
  metal: 'Metal in your body',
  health: 'Your health',
  contrast: 'Contrast dye',
  scan: 'During the scan',
  wear: 'On your body',
} as const
export type ScreeningGroup = keyof typeof screeningGroups

/** The weight limit of the scanner's table, in pounds. */
export const scannerWeightLimit = 440
export const kilogramsOf = (pounds: number) => Math.round(pounds * 0.453_592_37)
/** Answers older than this are asked again: a clearance also lasts this long, counted from the answers. */
export const screeningDays = 30

const raised = ['yes', 'unsure'] as const
const detail = (
  of: ScreeningQuestion,
  name: string,
  question: Pick<ScreeningQuestion, 'kind' | 'text' | 'label'> & Partial<ScreeningQuestion>,
): ScreeningQuestion => ({
  id: `${of.id}_${name}`,
  group: of.group,
  when: { question: of.id, is: raised },
  ...question,
})
const risk = (
  group: ScreeningGroup,
  id: string,
  label: string,
  text: string,
  more: Partial<ScreeningQuestion> = {},
): ScreeningQuestion => ({ id, group, kind: 'yesNoUnsure', label, text, flags: raised, ...more })

/** A device, and what is needed to look it up. */
const device = (id: string, label: string, text: string, hint?: string): ScreeningQuestion[] => {
  const deviceQuestion = risk('devices', id, label, text, hint ? { hint } : {})
  return [
    deviceQuestion,
    detail(deviceQuestion, 'which', {
      kind: 'text',
      label: 'Which',
      text: 'Which one is it?',
      hint: 'The name or the maker helps us. If you do not know, write what you know.',
    }),
    detail(deviceQuestion, 'when', { kind: 'text', label: 'Since', text: 'When did you get it?', optional: true }),
    detail(deviceQuestion, 'card', {
      kind: 'yesNo',
      label: 'Implant card',
      text: 'Do you have a card for it?',
      hint: 'Please bring the card to your visit.',
    }),
  ]
}
const withDetail = (
  question: ScreeningQuestion,
  name: string,
  text: string,
  label: string,
  kind: Kind = 'text',
): ScreeningQuestion[] => [question, detail(question, name, { kind, text, label })]

/**
 * Based on the ACR Manual on MR Safety (2024) and the MR safety screening forms that are common in the US.
 * A published version never changes: answers are read with the version that they were given to.
 */
const first: readonly ScreeningQuestion[] = [
  ...device(
    'pacemaker',
    'Pacemaker or ICD',
    'Do you have a pacemaker or a heart defibrillator (ICD)?',
    'Also answer Yes if one was removed: its wires may still be there.',
  ),
  ...device('aneurysm_clip', 'Aneurysm clip', 'Do you have an aneurysm clip or coil in your head?'),
  ...device('ear_implant', 'Ear implant', 'Do you have a cochlear implant or another implant in your ear?'),
  ...device('neurostimulator', 'Neurostimulator', 'Do you have a stimulator for your brain, spine, or nerves?'),
  ...device('pump', 'Pump or sensor', 'Do you have a pump for medicine, such as insulin, or a glucose sensor?'),
  ...device(
    'other_implant',
    'Other implant or device',
    'Do you have any other implant or device in your body?',
    'For example a shunt, stent, heart valve, joint, plate, screw, tissue expander, IUD, or dental magnet.',
  ),
  ...withDetail(
    risk('metal', 'eye_metal', 'Metal in the eye', 'Has metal ever gone into your eye, or hurt it?', {
      hint: 'For example while grinding, welding, or drilling.',
    }),
    'xray',
    'Has your eye been X-rayed since then?',
    'X-rayed since',
    'yesNoUnsure',
  ),
  ...withDetail(
    risk('metal', 'shrapnel', 'Bullet or shrapnel', 'Is there a bullet, BB, or shrapnel in your body?'),
    'where',
    'Where in your body is it?',
    'Where',
  ),
  ...withDetail(
    risk('health', 'surgery', 'Surgery in the last 6 weeks', 'Have you had surgery in the last 6 weeks?'),
    'which',
    'Which surgery was it, and when?',
    'Which',
  ),
  risk('health', 'pregnant', 'Pregnant', 'Are you pregnant, or could you be?', { concerns: 'who may be pregnant' }),
  ...withDetail(
    risk('health', 'allergies', 'Allergies', 'Do you have any allergies?'),
    'which',
    'What are you allergic to?',
    'To',
  ),
  ...withDetail(
    risk(
      'contrast',
      'contrast_reaction',
      'Past reaction to contrast',
      'Have you ever had a reaction to contrast dye?',
      { hint: 'Contrast dye is injected for some X-ray, CT, and MRI scans.' },
    ),
    'what',
    'What happened?',
    'What happened',
  ),
  {
    id: 'contrast_planned',
    group: 'contrast',
    kind: 'yesNo',
    label: 'Contrast planned',
    text: 'Have you been told that this scan needs contrast dye?',
    hint: 'Most scans here need none. If no one has told you, leave it at No.',
    preset: 'no',
    flags: ['yes'],
  },
  risk('contrast', 'kidney', 'Kidney disease', 'Do you have kidney disease, or only one kidney?', {
    optional: true,
    when: { question: 'contrast_planned', is: ['yes'] },
  }),
  risk('contrast', 'breastfeeding', 'Breastfeeding', 'Are you breastfeeding?', {
    concerns: 'who may be pregnant',
    when: { question: 'contrast_planned', is: ['yes'] },
  }),
  risk('scan', 'claustrophobia', 'Claustrophobia', 'Are you afraid of tight spaces?', {
    hint: 'We can plan more time and help you to relax.',
  }),
  risk('scan', 'lie_still', 'Can lie still', 'Can you lie still on your back for 30 minutes?', {
    flags: ['no', 'unsure'],
  }),
  {
    id: 'weight',
    group: 'scan',
    kind: 'number',
    label: 'Weight',
    text: 'How much do you weigh, in pounds?',
    range: { least: 2, most: 1000, unit: 'lb' },
    limit: scannerWeightLimit,
  },
  {
    id: 'height',
    group: 'scan',
    kind: 'number',
    label: 'Height',
    text: 'How tall are you, in inches?',
    hint: '5 feet 6 inches is 66 inches.',
    optional: true,
    range: { least: 10, most: 100, unit: 'in' },
  },
  ...withDetail(
    risk(
      'wear',
      'skin',
      'Tattoos, piercings, patches',
      'Do you have tattoos, permanent makeup, piercings, or a medicine patch?',
    ),
    'which',
    'Which, and where?',
    'Which',
  ),
  risk('wear', 'removable', 'Hearing aids or dentures', 'Do you wear hearing aids or removable dentures?', {
    hint: 'You will take them out before the scan.',
  }),
]

/** Every version that was ever answered. */
export const questionnaires: Readonly<Record<number, readonly ScreeningQuestion[]>> = { 1: first }
export const questionnaireVersion = 1
export const questionsOf = (version: number) => questionnaires[version] ?? []
