# Makes the bucket of imgd and a user who may use only this bucket. Repeating it changes nothing.
set -eu
export MC_CONFIG_DIR=/tmp/mc
mc alias set store http://store:9000 root-of-store "$S3_ROOT_SECRET" >/dev/null
mc mb --ignore-existing store/imgd
cat >/tmp/policy.json <<'POLICY'
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": ["s3:ListBucket", "s3:GetBucketLocation", "s3:ListBucketMultipartUploads"], "Resource": ["arn:aws:s3:::imgd"] },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
      "Resource": ["arn:aws:s3:::imgd/*"]
    }
  ]
}
POLICY
mc admin policy create store imgd /tmp/policy.json
mc admin user add store imgd "$S3_SECRET"
mc admin policy attach store imgd --user imgd || mc admin user info store imgd | grep -q imgd
