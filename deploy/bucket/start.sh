#!/bin/sh
# Starts SeaweedFS with the bucket `carry` and two credentials with the rights of site.json and releases.json. SeaweedFS has no
# conditions and no separate delete right: a credential that can write an object can replace and delete it.
set -eu
umask 077
cat > /tmp/s3.json <<JSON
{
  "identities": [
    {
      "name": "site",
      "credentials": [{ "accessKey": "$SITE_AWS_ACCESS_KEY_ID", "secretKey": "$SITE_AWS_SECRET_ACCESS_KEY" }],
      "actions": [
        "Read:carry/releases/*",
        "List:carry",
        "Write:carry/releases/live.json*",
        "Write:carry/releases/audit/*",
        "Write:carry/releases/shell/*",
        "Write:carry/releases/shells/*",
        "Write:carry/releases/probe-*"
      ]
    },
    {
      "name": "releases",
      "credentials": [{ "accessKey": "$RELEASES_AWS_ACCESS_KEY_ID", "secretKey": "$RELEASES_AWS_SECRET_ACCESS_KEY" }],
      "actions": ["Read:carry/releases/*", "List:carry", "Write:carry/releases/*"]
    }
  ]
}
JSON
(until echo "s3.bucket.create -name carry" | weed shell -master=localhost:9333; do sleep 1; done) &
exec weed server -dir=/data -ip=localhost -ip.bind=0.0.0.0 -s3 -s3.port=9000 -s3.config=/tmp/s3.json
