# Varnish 6.0 or newer in front of imgd. With IMGD_EDGE=varnish and IMGD_EDGE_URL=http://<this Varnish> imgd makes it
# forget images the moment they are gone. Start varnishd with `-p default_grace=0 -p default_keep=0`: the sub-routines
# below set both where they matter.
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "8080";
}

# Who may make it forget: the nodes of imgd, by the address that connects. X-Forwarded-For does not count.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE" || req.method == "BAN") {
    if (client.ip !~ purgers) {
      return (synth(405, "Not allowed"));
    }
    if (req.method == "BAN") {
      if (req.http.X-Imgd-Tags !~ "^img-[0-9A-Za-z]{12}(\|img-[0-9A-Za-z]{12})*$") {
        return (synth(400, "Tags are missing or malformed"));
      }
      # Only obj.* so that the ban lurker can work it off in the background.
      ban("obj.http.Cache-Tag ~ ^(" + req.http.X-Imgd-Tags + ")$");
      return (synth(200, "Banned"));
    }
    return (purge);
  }

  # Pictures and their pages are the same for everybody and for every query; everything else is imgd's own business.
  if (req.url ~ "^/(i|t|v)/|^/image/[0-9A-Za-z]+$|^/oembed\?" && (req.method == "GET" || req.method == "HEAD")) {
    if (req.url ~ "^/(i|t|v)/") {
      set req.url = regsub(req.url, "\?.*$", "");
    }
    unset req.http.Cookie;
    unset req.http.Authorization;
    return (hash);
  }
  if (req.method == "GET" || req.method == "HEAD" || req.method == "POST" || req.method == "PUT" ||
      req.method == "PATCH" || req.method == "DELETE" || req.method == "OPTIONS") {
    return (pass);
  }
  return (synth(405, "Method not allowed"));
}

# Links have one host, so copies have none: a purge by address finds them whatever name they were asked for under.
sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

sub vcl_backend_response {
  # A copy is never served after its time, not even while a new one is fetched.
  set beresp.grace = 0s;
  # RFC 9213: what the edge may do stands in a field of its own.
  if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(
      regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1") + "s", 0s) - std.duration(beresp.http.Age + "s", 0s);
  }
  # What is over may still be revalidated by its ETag instead of being sent anew.
  set beresp.keep = 1h;
  if (beresp.ttl <= 0s) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
  }
}

sub vcl_deliver {
  # Copies of permanent images live here for a year: their age would make browsers take them for old at once.
  if (resp.http.Cache-Control ~ "immutable") {
    set resp.http.Age = "0";
  }
}
