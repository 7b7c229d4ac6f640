import { PASSWORD_PLACE } from '../../../../parts/project/connection.ts'
import { databaseEnvironment, environment, file, type Guide, install } from './guide.ts'

const node: Guide = {
  id: 'node',
  label: 'Node.js',
  by: 'password',
  text: 'Run it with node --env-file=.env main.mjs.',
  steps: (target) => [
    install('npm install pg'),
    databaseEnvironment(target),
    file(
      'main.mjs',
      'Javascript',
      `import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const { rows } = await pool.query('select now()')
console.log(rows[0].now)
await pool.end()`,
    ),
  ],
}

const go: Guide = {
  id: 'go',
  label: 'Go',
  by: 'password',
  text: 'The driver pgx reads the address from the environment.',
  steps: (target) => [
    install('go get github.com/jackc/pgx/v5'),
    databaseEnvironment(target),
    file(
      'main.go',
      'Go',
      `package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
)

func main() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)

	var now time.Time
	if err := conn.QueryRow(ctx, "select now()").Scan(&now); err != nil {
		log.Fatal(err)
	}
	fmt.Println(now)
}`,
    ),
  ],
}

const rails: Guide = {
  id: 'rails',
  label: 'Rails',
  by: 'password',
  text: 'Rails reads DATABASE_URL by itself; the file says so for whoever looks there first.',
  steps: (target) => [
    install('bundle add pg'),
    databaseEnvironment(target),
    file(
      'config/database.yml',
      'YAML',
      `default: &default
  adapter: postgresql
  encoding: unicode
  url: <%= ENV["DATABASE_URL"] %>

development:
  <<: *default

production:
  <<: *default`,
    ),
  ],
}

const django: Guide = {
  id: 'django',
  label: 'Django',
  by: 'password',
  text: 'Django takes the parts of the address one by one, so the password needs no encoding here.',
  steps: ({ connection: { host, port, user, database } }) => [
    install('pip install "psycopg[binary]"'),
    environment('.env', {
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGPASSWORD: PASSWORD_PLACE,
      PGDATABASE: database,
    }),
    file(
      'settings.py',
      'Python',
      `import os

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": os.environ["PGDATABASE"],
        "USER": os.environ["PGUSER"],
        "PASSWORD": os.environ["PGPASSWORD"],
        "HOST": os.environ["PGHOST"],
        "PORT": os.environ["PGPORT"],
    }
}`,
    ),
  ],
}

/** Languages and frameworks that speak to the database itself. */
export const LANGUAGES: readonly Guide[] = [node, go, rails, django]
