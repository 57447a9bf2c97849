import { t } from '../../platform/language/t.ts'

/** On every page of staff, which do without the other texts of the second step. */
export const messages = {
  grace: (days: number) =>
    t(
      '{days, plural, one {Set up a second step within # day.} other {Set up a second step within # days.}} After that, you need it to sign in.',
      {
        days,
      },
    ),
  setUp: t('Set it up now'),
}
