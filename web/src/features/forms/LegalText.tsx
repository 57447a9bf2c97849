import { Text, Title } from '@mantine/core'
import styles from './form.module.css'
import { legalText } from './legal.ts'

export const LegalText = () => (
  <div className={styles.legal}>
    {legalText.map(({ title, text }) => (
      <div key={title}>
        <Title order={3} fz="md" mb={4}>
          {title}
        </Title>
        <Text>{text}</Text>
      </div>
    ))}
  </div>
)
