import { dayInWords } from '../../ui/display/days.ts'
import { legalText } from './legal.ts'
import { messages } from './messages.ts'
import styles from './sheet.module.css'
import { english } from './signed-at.ts'

export type SheetContent = {
  project: string
  patient: string
  mrn: string
  /** As the specification has it, `2026-02-14`. */
  scanDate: string
  studyId: string
  personalUse: boolean
  secondOpinion: boolean
  other: boolean
  otherDetails: string
  expirationDate: string
  signature: string
  /** A caregiver who signs for the patient. */
  signer?: string | undefined
  date: string
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <div className={styles.row}>
    <span>{name}</span>
    <strong>{value}</strong>
  </div>
)

/** The tick is not a sign of every font: where the page is read as text, it is `[x]`. */
const Box = ({ on, label }: { on: boolean; label: string }) => (
  <p className={styles.purpose}>
    <span className={styles.box} data-pdf-text={on ? '[x]' : '[ ]'}>
      {on ? '✓' : '\u00a0'}
    </span>
    {label}
  </p>
)

const onFirstPage = 3

const Legal = ({ from, to }: { from: number; to?: number }) =>
  legalText.slice(from, to).map(({ title, text }) => (
    <div key={title}>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  ))

/** The form as it is printed: two pages of A4 at 96 dots an inch, in light colours, whatever the window and the theme are. */
export const AuthorizationSheet = (form: SheetContent) => {
  const { fields, sheet } = messages
  const foot = (page: number) => (
    <div className={styles.foot}>
      <span>
        {form.project} · {form.patient}
      </span>
      <span>{sheet.page(page, 2)}</span>
    </div>
  )
  return (
    <div className={styles.sheet} aria-hidden inert>
      <section className={styles.page}>
        <div className={styles.band} />
        <h1>{messages.title}</h1>
        <Row name={messages.provider} value={form.project} />
        <Row name={messages.patient} value={form.patient} />
        <Row name={messages.mrn} value={form.mrn || '-'} />
        <Row name={fields.scanDate} value={form.scanDate} />
        <Row name={sheet.study} value={form.studyId} />
        <h2>{fields.purpose}</h2>
        <Box on={form.personalUse} label={fields.personalUse} />
        <Box on={form.secondOpinion} label={fields.secondOpinion} />
        <Box on={form.other} label={form.other ? sheet.otherNamed(form.otherDetails) : fields.other} />
        <h2>{fields.expirationDate}</h2>
        <p>{dayInWords(form.expirationDate, english)}</p>
        <h2>{messages.sections.terms}</h2>
        <Legal from={0} to={onFirstPage} />
        {foot(1)}
      </section>
      <section className={styles.page}>
        <div className={styles.band} />
        <Legal from={onFirstPage} />
        <div className={styles.signing}>
          <div className={styles.signed}>
            <span className={styles.script}>{form.signature}</span>
            <span>{form.signer ? sheet.signedFor(form.signer, form.patient) : fields.signature}</span>
          </div>
          <div className={styles.dated}>
            <span>{dayInWords(form.date, english)}</span>
            <span>{fields.date}</span>
          </div>
        </div>
        {foot(2)}
      </section>
    </div>
  )
}
