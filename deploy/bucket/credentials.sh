#!/bin/sh
# Gives the sites and the release server a credential each, in a MinIO whose root is named; again changes nothing.
set -eu
until mc alias set carry "$BUCKET_URL" "$BUCKET_ROOT_USER" "$BUCKET_ROOT_PASSWORD"; do sleep 1; done
give() { # name of the policy, access key, secret
  mc admin policy create carry "carry-$1" "/bucket/$1.json"
  mc admin user add carry "$2" "$3"
  mc admin policy attach carry "carry-$1" --user "$2" || mc admin user info carry "$2" | grep "carry-$1"
}
give site "$SITE_AWS_ACCESS_KEY_ID" "$SITE_AWS_SECRET_ACCESS_KEY"
give releases "$RELEASES_AWS_ACCESS_KEY_ID" "$RELEASES_AWS_SECRET_ACCESS_KEY"
