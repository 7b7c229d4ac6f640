import { databaseEnvironment, file, type Guide, install } from './guide.ts'

const prisma: Guide = {
  id: 'prisma',
  label: 'Prisma',
  by: 'password',
  text: 'Prisma 7. After these files, prisma db pull writes a model for every table, and prisma generate makes the client.',
  steps: (target) => [
    install(`npm install @prisma/client @prisma/adapter-pg dotenv
npm install --save-dev prisma`),
    databaseEnvironment(target),
    file(
      'prisma.config.ts',
      'Typescript',
      `import 'dotenv/config'
import { defineConfig, env } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: env('DATABASE_URL') },
})`,
    ),
    file(
      'prisma/schema.prisma',
      'Prisma',
      `generator client {
  provider = "prisma-client"
  output   = "../generated/prisma"
}

datasource db {
  provider = "postgresql"
}`,
    ),
    file(
      'db.ts',
      'Typescript',
      `import 'dotenv/config'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client'

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL })
export const prisma = new PrismaClient({ adapter })`,
    ),
  ],
}

const drizzle: Guide = {
  id: 'drizzle',
  label: 'Drizzle',
  by: 'password',
  text: 'After these files, drizzle-kit pull writes the schema of the tables that are there.',
  steps: (target) => [
    install(`npm install drizzle-orm pg dotenv
npm install --save-dev drizzle-kit @types/pg`),
    databaseEnvironment(target),
    file(
      'drizzle.config.ts',
      'Typescript',
      `import 'dotenv/config'
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema.ts',
  out: './drizzle',
  dbCredentials: { url: process.env.DATABASE_URL! },
})`,
    ),
    file(
      'src/db.ts',
      'Typescript',
      `import 'dotenv/config'
import { drizzle } from 'drizzle-orm/node-postgres'

export const db = drizzle(process.env.DATABASE_URL!)`,
    ),
  ],
}

const kysely: Guide = {
  id: 'kysely',
  label: 'Kysely',
  by: 'password',
  text: 'The type DB describes the tables. kysely-codegen writes it from the database.',
  steps: (target) => [
    install(`npm install kysely pg dotenv
npm install --save-dev kysely-codegen @types/pg`),
    databaseEnvironment(target),
    { title: 'Write the types', language: 'Bash', code: 'npx kysely-codegen --out-file src/tables.ts' },
    file(
      'src/db.ts',
      'Typescript',
      `import 'dotenv/config'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { DB } from './tables'

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
export const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })`,
    ),
  ],
}

/** Libraries that map tables to objects or types. */
export const ORMS: readonly Guide[] = [prisma, drizzle, kysely]
